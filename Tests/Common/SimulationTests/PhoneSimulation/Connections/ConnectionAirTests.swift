import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneSimulation
import Testing

@Suite("Simulated connections")
struct ConnectionAirTests {
    @Test("let a phone that heard another one read, write and end")
    func exchange() async throws {
        let sample = try SampleAir()
        sample.answerer.set([7, 8], for: SampleAir.identity)
        await sample.air.scan()
        let heard = try #require(sample.caller.heard.first)
        let own = try SampleAir.address(1)
        #expect(sample.caller.heard.count == 1 && sample.answerer.heard.map(\.address) == [own])
        #expect(heard.advertisement.packet == [1, 2] && heard.advertisement.rssi == -64)
        #expect(heard.advertisement.time == SampleAir.start && heard.advertisement.previousScan == nil)

        let connection = try await sample.own.connect(to: heard.address)
        #expect(try await connection.read(SampleAir.identity) == [7, 8])
        try await connection.write([9], to: SampleAir.note)
        #expect(sample.answerer.taken == [.init(value: SampleAir.note, bytes: [9], connection: ConnectionID(1))])
        await connection.disconnect()
        await connection.disconnect()
        #expect(sample.answerer.forgotten == [ConnectionID(1)])
        #expect(sample.caller.taken.isEmpty && sample.caller.forgotten.isEmpty)
        await #expect(throws: ConnectionError.gone) { try await connection.read(SampleAir.identity) }
        await #expect(throws: ConnectionError.gone) { try await connection.write([9], to: SampleAir.note) }
    }

    @Test("work both ways at once, and are distinguishable")
    func bothWays() async throws {
        let sample = try SampleAir()
        let back = try await sample.other.connect(to: SampleAir.address(1))
        for byte in [1, 2] as [UInt8] {
            try await sample.connect().write([byte], to: SampleAir.note)
        }
        try await back.write([3], to: SampleAir.note)
        #expect(sample.answerer.taken.map(\.bytes) == [[1], [2]])
        #expect(sample.answerer.taken.map(\.connection.number) == [1, 2])
        #expect(sample.caller.taken.map(\.bytes) == [[3]])
    }

    @Test("report when the phone scanned before")
    func scans() async throws {
        let sample = try SampleAir()
        await sample.air.scan()
        sample.clock.advance(bySeconds: 280)
        await sample.air.scan()
        #expect(sample.caller.heard.map(\.advertisement.previousScan) == [nil, SampleAir.start])
    }

    @Test("last as long as both phones decode each other", arguments: [(86.0, true), (87.0, false)])
    func range(attenuation: Double, isHeard: Bool) async throws {
        let sample = try SampleAir(model: SimulatedRadioTests.noiseless(attenuation: attenuation))
        await sample.air.scan()
        #expect(sample.caller.heard.count == (isHeard ? 1 : 0))
        let connection = try? await sample.connect()
        #expect((connection != nil) == isHeard)
        #expect((try? await connection?.read(SampleAir.identity)) == (isHeard ? [] : nil))
    }

    @Test("also need the weaker of two phones", arguments: [(Int8(-14), Int8(-15)), (Int8(-15), Int8(-14))])
    func weaker(caller: Int8, answerer: Int8) async throws {
        let model = SimulatedRadioTests.noiseless(attenuation: 86)
        let sample = try SampleAir(model: model, power: (caller, answerer))
        await sample.air.scan()
        #expect(sample.caller.heard.isEmpty == (answerer == -15))
        #expect(sample.answerer.heard.isEmpty == (caller == -15))
        await #expect(throws: ConnectionError.noAnswer) { try await sample.connect() }
    }

    @Test("end for good when a phone leaves", arguments: [10_000, .infinity, nil])
    func leaving(metres: Double?) async throws {
        let away = metres.map { [SampleAir.stay(at: $0, from: 60, until: 120)] } ?? []
        let sample = try SampleAir(
            stays: [SampleAir.stay(at: 1, until: 60)] + away + [SampleAir.stay(at: 1, from: 120)]
        )
        let connection = try await sample.connect()
        sample.clock.advance(bySeconds: 59)
        _ = try await connection.read(SampleAir.identity)
        sample.clock.advance(bySeconds: 1)
        await #expect(throws: ConnectionError.gone) { try await connection.read(SampleAir.identity) }
        await #expect(throws: ConnectionError.noAnswer) { try await sample.connect() }
        #expect(sample.answerer.forgotten == [ConnectionID(1)])
        sample.clock.advance(bySeconds: 60)
        await #expect(throws: ConnectionError.gone) { try await connection.write([1], to: SampleAir.note) }
        _ = try await sample.connect().read(SampleAir.identity)
        #expect(sample.answerer.taken.isEmpty && sample.answerer.forgotten == [ConnectionID(1)])
    }

    @Test("may lose an answer after the bytes arrived")
    func lostAnswer() async throws {
        let sample = try SampleAir(stays: [SampleAir.stay(at: 1, until: 60)])
        let clock = sample.clock
        sample.answerer.beforeAnswer { clock.advance(bySeconds: 60) }
        let connection = try await sample.connect()
        await #expect(throws: ConnectionError.gone) { try await connection.write([5], to: SampleAir.note) }
        #expect(sample.answerer.taken.map(\.bytes) == [[5]])
    }

    @Test("find nobody at a changed address or at their own, and end with the address")
    func rotation() async throws {
        let (sample, connection) = try await SampleAir.connected()
        await #expect(throws: ConnectionError.noAnswer) { try await sample.own.connect(to: SampleAir.address(1)) }
        sample.answerer.rotate(to: try SampleAir.address(3))
        await #expect(throws: ConnectionError.gone) { try await connection.read(SampleAir.identity) }
        await #expect(throws: ConnectionError.noAnswer) { try await sample.connect() }
        await sample.air.scan()
        let heard = try #require(sample.caller.heard.first)
        _ = try await sample.own.connect(to: heard.address).read(SampleAir.identity)
        sample.answerer.rotate(to: nil)
        await #expect(throws: ConnectionError.noAnswer) { try await sample.own.connect(to: heard.address) }
    }

    @Test("need Bluetooth on both phones, without a break", arguments: [BluetoothState.off, .unsupported])
    func bluetooth(state: BluetoothState) async throws {
        let sample = try SampleAir()
        let first = try await sample.connect()
        sample.own.turn(state)
        await #expect(throws: ConnectionError.bluetoothOff) { try await sample.connect() }
        sample.own.turn(.on)
        await #expect(throws: ConnectionError.gone) { try await first.read(SampleAir.identity) }
        let second = try await sample.connect()
        sample.other.turn(state)
        await #expect(throws: ConnectionError.noAnswer) { try await sample.connect() }
        await sample.air.scan()
        #expect(sample.caller.heard.isEmpty && sample.answerer.heard.isEmpty)
        sample.other.turn(.on)
        await #expect(throws: ConnectionError.gone) { try await second.read(SampleAir.identity) }
        _ = try await sample.connect().read(SampleAir.identity)
    }

    @Test("end when the other phone stops answering, and continue when only this one stops answering")
    func stopping() async throws {
        let (sample, connection) = try await SampleAir.connected()
        sample.own.stopConnecting()
        _ = try await connection.read(SampleAir.identity)
        sample.other.stopConnecting()
        await #expect(throws: ConnectionError.gone) { try await connection.read(SampleAir.identity) }
        await #expect(throws: ConnectionError.noAnswer) { try await sample.connect() }
    }

    @Test("are the same from the same seed, in any order, and different from another seed")
    func seeded() async throws {
        let first = try await Self.strengths(seed: 1)
        #expect(Set(first).count > 5)
        #expect(try await Self.strengths(seed: 1) == first)
        #expect(try await Self.strengths(seed: 1, connects: true) == first)
        #expect(try await Self.strengths(seed: 2) != first)
    }

    @Test("keep the noise of their beginning, which does not end them while both phones stay")
    func steady() async throws {
        var outcomes: Set<Bool> = []
        for seed in 0..<40 as Range<UInt64> {
            // Half of all connections begin at the limit of the range.
            var model = RadioModel()
            model.attenuationAtOneMetre = 86.5
            let sample = try SampleAir(model: model, seed: seed)
            let connection = try? await sample.connect()
            outcomes.insert(connection != nil)
            for _ in 0..<20 {
                sample.clock.advance(bySeconds: 30)
                _ = try await connection?.read(SampleAir.identity)
            }
        }
        #expect(outcomes == [true, false])
    }

    /// The strengths that the caller heard in thirty scans under the measured model.
    private static func strengths(seed: UInt64, connects: Bool = false) async throws -> [Int8] {
        let sample = try SampleAir(model: RadioModel(), seed: seed)
        for _ in 0..<30 {
            if connects {
                _ = try? await sample.connect().read(SampleAir.identity)
            }
            await sample.air.scan()
            sample.clock.advance(bySeconds: 300)
        }
        return sample.caller.heard.map(\.advertisement.rssi)
    }
}
