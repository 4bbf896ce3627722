import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import Testing

/// Two phones in a simulated air. The first connects to the second.
struct SampleAir {
    static let start = UnixTime(1_795_248_000)
    static let identity = id(1)
    static let note = id(2)

    let clock = ManualClock(SampleAir.start)
    let air: ConnectionAir
    let caller, answerer: SamplePeer
    let own, other: ConnectionAntenna

    /// By default one metre apart, without noise.
    init(
        model: RadioModel = SimulatedRadioTests.noiseless(attenuation: 50),
        seed: UInt64 = 1,
        power: (caller: Int8, answerer: Int8) = (-14, -14),
        stays: [SimulatedRadio.Stay] = [SampleAir.stay(at: 1)]
    ) throws {
        air = ConnectionAir(model: model, seed: seed, clock: clock)
        let values = try [
            #require(ConnectionValue(Self.identity, isReadable: true, maxWriteLength: nil)),
            #require(ConnectionValue(Self.note, isReadable: false, maxWriteLength: 20)),
        ]
        caller = SamplePeer(values, at: try Self.address(1))
        answerer = SamplePeer(values, at: try Self.address(2))
        let silent = Recorder(packet: nil)
        own = air.add(.init(peer: silent, transmitPower: power.caller, position: .init(x: 0, y: 0)))
        other = air.add(.init(peer: silent, transmitPower: power.answerer, stays: stays))
        own.startConnecting(for: caller)
        other.startConnecting(for: answerer)
    }

    /// Two phones of which the first is connected to the second.
    static func connected(
        stays: [SimulatedRadio.Stay] = [stay(at: 1)]
    ) async throws -> (SampleAir, any RadioConnection) {
        let sample = try SampleAir(stays: stays)
        return (sample, try await sample.connect())
    }

    /// Connects to the present address of the other phone.
    func connect() async throws -> any RadioConnection {
        try await own.connect(to: Self.address(2))
    }

    static func stay(at metres: Double, from: Int64 = 0, until: Int64 = 1_000_000) -> SimulatedRadio.Stay {
        let (from, until) = (start.advanced(bySeconds: from), start.advanced(bySeconds: until))
        return .init(at: .init(x: metres, y: 0), from: from, until: until)
    }

    static func address(_ number: UInt64) throws -> RadioAddress {
        try #require(RadioAddress(rawValue: number))
    }

    static func id(_ number: UInt64) -> ConnectionValueID {
        ConnectionValueID(uuid: Bytes16(words: (0, number)))
    }
}
