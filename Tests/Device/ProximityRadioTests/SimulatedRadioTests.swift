import ExposurePrimitives
import PhonePorts
import ProximityRadio
import Synchronization
import Testing

@Suite("The simulated radio")
struct SimulatedRadioTests {
    private static let start = UnixTime(1_795_248_000)

    @Test("makes the same signals from the same seed, and others from another")
    func seeded() async {
        let first = await Self.hear(seed: 1)
        #expect(await Self.hear(seed: 1) == first)
        #expect(await Self.hear(seed: 2) != first)
    }

    @Test("delivers packets in order of time, within the meeting and one scan")
    func order() async {
        let heard = await Self.hear(seed: 3)
        #expect(!heard.isEmpty)
        #expect(heard.map(\.time) == heard.map(\.time).sorted())
        #expect(heard.allSatisfy { Self.start <= $0.time && $0.time < Self.start.advanced(bySeconds: 1504) })
    }

    @Test("tells when the phone scanned before, which was never more than five minutes ago")
    func previousScan() async {
        for heard in await Self.hear(seed: 4) {
            let gap = heard.previousScan.map { heard.time.seconds(since: $0) } ?? .max
            #expect((0...300).contains(gap))
        }
    }

    @Test("scans every 211 to 300 seconds")
    func schedule() {
        var generator = SeededGenerator(seed: 5)
        var schedule = ScanSchedule(runningAt: Self.start, using: &generator)
        let scans = schedule.scans(before: Self.start.advanced(bySeconds: 1_000_000), using: &generator)
        let gaps = zip(scans, scans.dropFirst()).map { $1.start.seconds(since: $0.start) }
        #expect(gaps.min() == 211)
        #expect(gaps.max() == 300)
        #expect(zip(scans, scans.dropFirst()).allSatisfy { $1.previousEnd == $0.start.advanced(bySeconds: 4) })
        #expect(scans.first.map { Self.start <= $0.start } == true)
    }

    @Test("hears nothing of a silent phone, nor of one out of reach")
    func silence() async {
        #expect(await Self.hear(seed: 6, packet: nil).isEmpty)
        #expect(await Self.hear(seed: 6, distance: 500).isEmpty)
    }

    /// What a phone heard of another in 25 minutes.
    private static func hear(
        seed: UInt64,
        packet: [UInt8]? = [1],
        distance: Double = 1.5
    ) async -> [ReceivedAdvertisement] {
        var radio = SimulatedRadio(seed: seed)
        let listener = Recorder(packet: nil)
        _ = await radio.exchange(
            among: [
                .init(peer: Recorder(packet: packet), transmitPower: -14, position: .init(x: 0, y: 0)),
                .init(peer: listener, transmitPower: -14, position: .init(x: distance, y: 0)),
            ],
            from: start,
            until: start.advanced(bySeconds: 1500)
        )
        return listener.heard
    }
}

/// A phone that broadcasts one packet and remembers what it hears.
private final class Recorder: ProximityPeer {
    private let packet: [UInt8]?
    private let log = Mutex<[ReceivedAdvertisement]>([])

    init(packet: [UInt8]?) {
        self.packet = packet
    }

    var heard: [ReceivedAdvertisement] { log.withLock { $0 } }

    func advertisement(at time: UnixTime) async -> [UInt8]? { packet }

    func receive(_ heard: [ReceivedAdvertisement]) async {
        log.withLock { $0 += heard }
    }
}
