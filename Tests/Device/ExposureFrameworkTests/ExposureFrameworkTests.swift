import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import PhonePorts
import ProximityRadio
import RiskModels
import Testing

@Suite("The exposure framework")
struct ExposureFrameworkTests {
    private let clock = ManualClock(SamplePhone.start)

    @Test("is silent, deaf and locked until it is enabled")
    func disabled() async throws {
        let phone = SamplePhone.make(clock: clock)
        #expect(await phone.advertisement(at: clock.now()) == nil)
        await #expect(throws: ExposureFrameworkError.serviceDisabled) { try await phone.temporaryExposureKeyHistory() }
        await #expect(throws: ExposureFrameworkError.serviceDisabled) {
            try await phone.detectExposures(to: [], under: SamplePhone.rule().configuration)
        }
    }

    @Test("stays disabled where the owner refuses")
    func refused() async {
        let phone = SamplePhone.make(clock: clock, prompts: FixedPrompts(exchange: false, share: true))
        await #expect(throws: ExposureFrameworkError.rejectedOptIn) { try await phone.enable() }
        #expect(await phone.advertisement(at: clock.now()) == nil)
    }

    @Test("gives its keys only with the owner's consent")
    func consent() async throws {
        let phone = SamplePhone.make(clock: clock, prompts: FixedPrompts(exchange: true, share: false))
        try await phone.enable()
        await #expect(throws: ExposureFrameworkError.rejectedOptIn) { try await phone.temporaryExposureKeyHistory() }
    }

    @Test("names its errors by the numbers of the public interface")
    func codes() {
        #expect(ExposureFrameworkError.allCases.map(\.statusCode) == [39502, 39503])
    }

    @Test("broadcasts the identifiers of its key, each for its interval")
    func broadcast() async throws {
        let phone = SamplePhone.make(clock: clock)
        try await phone.enable()
        var broadcasts: [GAENAdvertisement] = []
        for interval in 0..<144 {
            let time = clock.now().advanced(bySeconds: Int64(interval) * 600)
            broadcasts.append(try GAENAdvertisement(packet: try #require(await phone.advertisement(at: time))))
        }
        let keys = try await phone.temporaryExposureKeyHistory()
        let key = try #require(keys.first)
        #expect(keys.count == 1)
        #expect(key.rollingPeriod == 144)
        #expect(key.rollingStart.start == SamplePhone.start)
        #expect(broadcasts.map(\.identifier) == key.identifiers().map(\.identifier))
        let derived = DerivedKeys(of: key.keyData)
        for broadcast in broadcasts {
            let metadata = derived.transformMetadata(broadcast.metadata, with: broadcast.identifier)
            #expect(BroadcastMetadata(metadata) == BroadcastMetadata(transmitPower: -14))
        }
    }

    @Test("makes a new key every day and forgets it fourteen days after its day")
    func retention() async throws {
        let phone = SamplePhone.make(clock: clock)
        try await phone.enable()
        _ = await phone.advertisement(at: clock.now())
        clock.advance(bySeconds: 86_400)
        _ = await phone.advertisement(at: clock.now())
        let keys = try await phone.temporaryExposureKeyHistory()
        #expect(keys.map(\.rollingStart.start) == [SamplePhone.start, clock.now()])
        clock.set(SamplePhone.start.advanced(bySeconds: 15 * 86_400 - 1))
        #expect(try await phone.temporaryExposureKeyHistory() == keys)
        clock.advance(bySeconds: 1)
        #expect(try await phone.temporaryExposureKeyHistory() == [try #require(keys.last)])
    }

    @Test("forgets what it heard fourteen days after it heard it")
    func sightings() async throws {
        let sender = SamplePhone.make(clock: clock, seed: 1)
        let listener = SamplePhone.make(clock: clock, seed: 2)
        try await sender.enable()
        try await listener.enable()
        let packet = try #require(await sender.advertisement(at: clock.now()))
        await listener.receive([
            ReceivedAdvertisement(packet: packet, rssi: -60, time: clock.now(), previousScan: nil)
        ])
        let keys = try await sender.temporaryExposureKeyHistory()
        let diagnosis = keys.map { DiagnosisKey(key: $0, transmissionRiskLevel: 8) }
        let configuration = try SamplePhone.rule().configuration
        clock.set(SamplePhone.start.advanced(bySeconds: 14 * 86_400 - 1))
        let before = try await listener.detectExposures(to: diagnosis, under: configuration)
        #expect(before.summary.matchedKeyCount == 1)
        #expect(before.summary.daysSinceLastExposure == 13)
        clock.advance(bySeconds: 1)
        let after = try await listener.detectExposures(to: diagnosis, under: configuration)
        #expect(after.summary.matchedKeyCount == 0)
    }

    @Test("leaves out packets of other protocols, and everything once it is disabled")
    func otherPackets() async throws {
        let sender = SamplePhone.make(clock: clock, seed: 1)
        let listener = SamplePhone.make(clock: clock, seed: 2)
        try await sender.enable()
        try await listener.enable()
        let packet = try #require(await sender.advertisement(at: clock.now()))
        func heard(_ packet: [UInt8]) -> ReceivedAdvertisement {
            ReceivedAdvertisement(packet: packet, rssi: -60, time: clock.now(), previousScan: nil)
        }
        await listener.receive([heard([1, 2, 3]), heard(packet + [0])])
        await listener.disable()
        await listener.receive([heard(packet)])
        try await listener.enable()
        let keys = try await sender.temporaryExposureKeyHistory()
        let assessment = try await listener.detectExposures(
            to: keys.map { DiagnosisKey(key: $0, transmissionRiskLevel: 8) },
            under: SamplePhone.rule().configuration
        )
        #expect(assessment.summary.matchedKeyCount == 0)
    }
}
