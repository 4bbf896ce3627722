import AssociationExchange
import AssociationProtocol
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Testing

@Suite("The exchange beside the exposure framework")
struct BesideGAENTests {
    @Test(
        "that is off does not change one packet of the framework, whatever its schedule",
        arguments: RotationSchedule.allCases
    )
    func off(schedule: RotationSchedule) async throws {
        let alone = try await Self.packets(.none, schedule)
        #expect(try await Self.packets(.off, schedule) == alone)
        #expect(Set(alone.map(\.?.address)).count > 20)
    }

    @Test("that is on follows the framework's addresses, and does not change its packets either")
    func on() async throws {
        let alone = try await Self.packets(.none, .quarterHours)
        #expect(try await Self.packets(.on, .quarterHours) == alone)
        // The control: another schedule is seen in the packets.
        #expect(try await Self.packets(.none, .irregular) != alone)
    }

    @Test("changes its key, and both change the address, at the same moments")
    func together() async throws {
        let phone = try await Self.boot(.quarterHours)
        let sample = SampleAssociationAir()
        let anna = try sample.phone(seed: 1, addresses: FrameworkAddress(of: phone))
        var terms: [RadioAddress: Set<[UInt8]>] = [:]
        var keys: [[UInt8]: Set<RadioAddress>] = [:]
        for _ in 0..<240 {
            let now = sample.clock.now()
            let packet = try #require(await phone.broadcast(at: now))
            let broadcast = try #require(await anna.peer.advertise(at: now))
            let identity = try await anna.peer.read(ExchangeValues.identity, over: ConnectionID(1))
            #expect(broadcast.address == packet.address)
            terms[packet.address, default: []].formUnion([packet.packet, identity])
            keys[identity, default: []].insert(packet.address)
            keys[packet.packet, default: []].insert(packet.address)
            sample.clock.advance(bySeconds: 60)
        }
        #expect(terms.count == 16 && terms.values.allSatisfy { $0.count == 2 })
        #expect(keys.values.allSatisfy { $0.count == 1 })
    }

    @Test("goes on while the framework is off, and never shows a key at two addresses or two keys at one")
    func switched() async throws {
        let sample = SampleAssociationAir()
        let framework = try await Self.boot(.quarterHours, clock: sample.clock)
        let addresses = ClockedAddress(
            beside: FrameworkAddress(of: framework),
            using: SeededGenerator(seed: 3)
        )
        let anna = try sample.phone(seed: 1, addresses: addresses)
        var pairs: [RadioAddress: Set<[UInt8]>] = [:]
        var keys: Set<[UInt8]> = []
        // It is switched off within the second quarter of an hour, on within the fourth, and so on.
        for quarter in 0..<16 {
            for look in 0..<18 {
                let now = sample.clock.now()
                if look == 9, quarter % 4 == 1 {
                    try await framework.disable()
                } else if look == 9, quarter % 4 == 3 {
                    try await framework.enable()
                }
                let packet = await framework.broadcast(at: now)
                let broadcast = await anna.peer.advertise(at: now)
                // In a quarter in which it is switched, the phone waits for the next.
                #expect((broadcast == nil) == (look >= 9 && !quarter.isMultiple(of: 2)))
                if let broadcast {
                    #expect(packet == nil || packet?.address == broadcast.address)
                    let identity = try await anna.peer.read(ExchangeValues.identity, over: ConnectionID(1))
                    pairs[broadcast.address, default: []].insert(identity)
                    keys.insert(identity)
                }
                sample.clock.advance(bySeconds: 50)
            }
        }
        #expect(pairs.count == 16 && keys.count == 16 && pairs.values.allSatisfy { $0.count == 1 })
    }

    private enum Neighbour {
        case none, off, on
    }

    /// What the framework broadcasts in eight hours, every 30 seconds, beside an exchange that a scan wakes.
    private static func packets(_ neighbour: Neighbour, _ schedule: RotationSchedule) async throws -> [Broadcast?] {
        let framework = try await boot(schedule)
        let sample = SampleAssociationAir()
        if neighbour != .none {
            let anna = try sample.phone(seed: 1, addresses: FrameworkAddress(of: framework))
            _ = try sample.phone(seed: 2, metres: 1)
            anna.account.turn(on: neighbour == .on)
        }
        var packets: [Broadcast?] = []
        for number in 0..<960 {
            if number.isMultiple(of: 10) {
                await sample.air.scan()
            }
            packets.append(await framework.broadcast(at: sample.clock.now()))
            sample.clock.advance(bySeconds: 30)
        }
        return packets
    }

    static func boot(
        _ schedule: RotationSchedule,
        seed: UInt64 = 77,
        clock: ManualClock = ManualClock(SampleAssociationAir.start)
    ) async throws -> PortableExposureFramework {
        var options = FrameworkOptions()
        options.rotation = schedule
        let storage = InMemoryPhoneStorage()
        let framework = try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: SimulatedAntenna(),
                storage: storage,
                vault: storage,
                prompts: Consent(),
                alerts: Consent(),
                clock: clock,
                generator: SeededGenerator(seed: seed)
            ),
            options: options
        )
        try await framework.enable()
        return framework
    }
}

/// An owner who agrees to everything.
private struct Consent: PhonePrompts, ExposureAlerts {
    func mayExchangeIdentifiers() async -> Bool { true }
    func mayShareKeys() async -> Bool { true }
    func present(_ alert: ExposureAlert) async {}
}
