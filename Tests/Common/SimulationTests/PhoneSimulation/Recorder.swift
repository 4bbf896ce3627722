import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization

/// A phone that broadcasts one packet and records what it hears.
final class Recorder: ProximityPeer {
    private let packet: [UInt8]?
    private let log = Mutex<[ReceivedAdvertisement]>([])
    private let times = Mutex<[UnixTime]>([])

    init(packet: [UInt8]?) {
        self.packet = packet
    }

    var heard: [ReceivedAdvertisement] { log.withLock { $0 } }
    /// The moments at which it was asked for its packet.
    var asked: [UnixTime] { times.withLock { $0 } }

    func broadcast(at time: UnixTime) async -> Broadcast? {
        times.withLock { $0.append(time) }
        var generator = SeededGenerator(seed: 1)
        return packet.map { Broadcast(packet: $0, address: .random(using: &generator)) }
    }

    func receive(_ heard: [ReceivedAdvertisement]) async {
        log.withLock { $0 += heard }
    }
}

/// A phone of which only the place matters.
enum Silent {
    static func phone(at metres: Double) -> SimulatedRadio.Phone {
        SimulatedRadio.Phone(peer: Recorder(packet: nil), transmitPower: -14, position: .init(x: metres, y: 0))
    }

    static func phone(stays: [SimulatedRadio.Stay]) -> SimulatedRadio.Phone {
        SimulatedRadio.Phone(peer: Recorder(packet: nil), transmitPower: -14, stays: stays)
    }
}
