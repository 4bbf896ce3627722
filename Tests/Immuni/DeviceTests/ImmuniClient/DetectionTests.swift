import ClientTesting
import Crypto
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import KeyExport
import PhonePorts
import RiskModels
import Testing

@testable import ImmuniClient

@Suite("A phone's detection")
struct DetectionTests {
    private let sample: SampleClient

    init() async throws { sample = try await SampleClient.onboarded() }

    @Test("warns of a person who was near for long enough")
    func near() async throws {
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        sample.clock.advance(bySeconds: 86_400)
        let report = await sample.detect()
        let yesterday = sample.clock.now().utcDay.advanced(byDays: -1)
        #expect(report.summary?.maximumRiskScore == 15)
        #expect(report.infos.map(\.duration) == [1500])
        #expect(report.lastContact == yesterday)
        #expect(sample.owner.alerts == [.exposureInfoReleased])
        #expect(sample.owner.shown == [.riskOfExposure(lastContact: yesterday)])
        #expect(try await sample.homeScreen().status == .risk(lastContact: yesterday))
        #expect(try await sample.homeScreen(after: .dismissNotice).status == .dismissed(lastContact: yesterday))
    }

    @Test(
        "counts a person who was far away or near for a short time, without a warning",
        arguments: [(20, -90), (10, -60)]
    )
    func noRisk(minutes: Int64, rssi: Int8) async throws {
        try await sample.authority.publish([sample.meet(seed: 10, minutes: minutes, rssi: rssi)], as: 1)
        let report = await sample.detect()
        #expect(report.summary?.matchedKeyCount == 1)
        #expect(report.summary?.maximumRiskScore == 0)
        #expect(report.infos.isEmpty)
        #expect(sample.owner.alerts.isEmpty && sample.owner.shown.isEmpty)
        #expect(try await sample.homeScreen().status == .neutral)
    }

    @Test("does nothing if no chunk is on offer, or none is new")
    func nothingNew() async throws {
        #expect(await sample.detect().summary == nil)
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        #expect(await sample.detect().chunks.map(\.index) == [1])
        #expect(await sample.detect().summary == nil)
        #expect(sample.owner.shown.count == 1)
    }

    @Test("refuses a chunk that another key signed, and requests it again")
    func wrongKey() async throws {
        let other = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let sample = try await SampleClient.onboarded(exportKey: other)
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        for _ in 0..<2 {
            let report = await sample.detect()
            let isRefused = if case .chunkRefused(index: 1, .signature) = report.interruption { true } else { false }
            #expect(isRefused, "\(String(describing: report.interruption))")
        }
        #expect(sample.owner.shown.isEmpty)
        #expect(try await sample.homeScreen().status == .neutral)
    }

    @Test("continues without a chunk that cannot be fetched, and tries only that one again")
    func interruption() async throws {
        try await sample.meetAndPublish(1...3)
        sample.authority.fail("/v1/keys/2", with: 500)
        let first = await sample.detect()
        #expect(first.chunks.map(\.index) == [1, 3])
        #expect(first.interruption == .unexpectedStatus(500))
        #expect(first.summary?.matchedKeyCount == 2)
        let retry = try #require(sample.scheduler[.chunkRetry])
        #expect((30...60).contains(retry.seconds(since: sample.clock.now())))
        sample.clock.set(retry)
        await sample.send(.woken(.chunkRetry))
        let second = try #require(sample.scheduler[.chunkRetry])
        #expect((60...120).contains(second.seconds(since: retry)))
        sample.authority.fail("/v1/keys/2", with: nil)
        try await sample.authority.publish([sample.meet(seed: 4, minutes: 20)], as: 4)
        sample.clock.set(second)
        await sample.send(.woken(.chunkRetry))
        #expect(await sample.client.lastReport?.chunks.map(\.index) == [2], "a new one waits for the next session")
        #expect(await sample.detect().chunks.map(\.index) == [4])
    }

    @Test("a session that is due during the retry of a chunk follows the retry, and is not left out")
    func sessionDuringRetry() async throws {
        try await sample.meetAndPublish(1...2)
        sample.authority.fail("/v1/keys/2", with: 500)
        await sample.detect()
        let session = try #require(sample.scheduler[.backgroundSession])
        sample.authority.fail("/v1/keys/2", with: nil)
        let gate = Gate()
        sample.authority.hold("/v1/keys/2", at: gate)
        sample.clock.set(session.advanced(bySeconds: -1))
        let retry = Task { await sample.send(.woken(.chunkRetry)) }
        await gate.arrival()
        sample.clock.set(session)
        await sample.send(.woken(.backgroundSession))
        gate.open()
        await retry.value
        #expect(await sample.client.lastReport?.chunks.map(\.index) == [2])
        #expect(sample.scheduler[.backgroundSession] == session.advanced(bySeconds: 60))
    }

    @Test("stops requesting if the server does not answer, and loses nothing")
    func unreachable() async throws {
        try await sample.meetAndPublish(1...3)
        sample.authority.loseAnswers(to: "/v1/keys/2")
        #expect(await sample.detect().chunks.map(\.index) == [1])
        #expect(!sample.authority.requests.contains { $0.target == "/v1/keys/3" })
        sample.authority.loseAnswers(to: nil)
        #expect(await sample.detect().chunks.map(\.index) == [2, 3])
    }

    @Test("skips a chunk that expired meanwhile")
    func expired() async throws {
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 2)
        sample.authority.offer(1...2)
        let report = await sample.detect()
        #expect(report.chunks.map(\.index) == [2])
        #expect(report.interruption == nil)
    }

    @Test("does not request Exposure Info of a person who is positive themselves")
    func positive() async throws {
        _ = try await sample.upload()
        await sample.send(.open(.home))
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        let report = await sample.detect()
        #expect(report.summary?.maximumRiskScore == 15)
        #expect(report.infos.isEmpty)
        #expect(sample.owner.shown.isEmpty)
        #expect(try await sample.homeScreen(after: .confirmRecovery).status == .neutral)
    }

    @Test("uploads its findings")
    func uploaded() async throws {
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        await sample.detect()
        _ = try await sample.upload()
        await sample.send(.open(.home))
        let summary = try #require(sample.authority.uploads.first?.epidemiologicalInfo.summaries.first)
        #expect(summary.date == sample.clock.now().utcDay)
        #expect(summary.maximumRiskScore == 15)
        #expect(summary.exposureInfo.map(\.duration) == [1500])
    }

    @Test(
        "does not guess if the settings are impossible",
        arguments: [
            ("[70, 50]", ExposureConfigurationError.thresholdsNotIncreasing(low: 70, high: 50)),
            ("[50]", .wrongThresholdCount(1)), ("[50, 60, 70]", .wrongThresholdCount(3)),
        ]
    )
    func badThresholds(thresholds: String, error: ExposureConfigurationError) async throws {
        let sample = try await SampleClient.onboarded(settings: SampleSettings.json(thresholds: thresholds))
        #expect(await sample.detect().interruption == .unusableSettings(error))
    }
}
