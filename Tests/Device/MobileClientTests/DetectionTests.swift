import Crypto
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import KeyExport
import MobileClient
import PhonePorts
import RiskModels
import Testing

@Suite("A phone that looks for exposures")
struct DetectionTests {
    @Test("warns of a person who was near for long enough")
    func near() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        sample.clock.advance(bySeconds: 86_400)
        let report = try await sample.client.detectExposures()
        let yesterday = sample.clock.now().utcDay.advanced(byDays: -1)
        #expect(report.summary?.maximumRiskScore == 15)
        #expect(report.infos.map(\.duration) == [1500])
        #expect(report.lastContact == yesterday)
        #expect(sample.owner.alerts == [.exposureInfoReleased])
        #expect(sample.owner.shown == [.riskOfExposure(lastContact: yesterday)])
        #expect(await sample.client.status == .risk(lastContact: yesterday))
        await sample.client.dismissAlert()
        #expect(await sample.client.status == .neutral)
    }

    @Test(
        "counts a person who was far away or near for a short time, without a warning",
        arguments: [(20, -90), (10, -60)]
    )
    func noRisk(minutes: Int64, rssi: Int8) async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: minutes, rssi: rssi)], as: 1)
        let report = try await sample.client.detectExposures()
        #expect(report.summary?.matchedKeyCount == 1)
        #expect(report.summary?.maximumRiskScore == 0)
        #expect(report.infos.isEmpty)
        #expect(sample.owner.alerts.isEmpty)
        #expect(sample.owner.shown.isEmpty)
        #expect(await sample.client.status == .neutral)
    }

    @Test("does nothing where no chunk is on offer, or none is new")
    func nothingNew() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        #expect(try await sample.client.detectExposures().summary == nil)
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        #expect(try await sample.client.detectExposures().chunks.map(\.index) == [1])
        #expect(try await sample.client.detectExposures().summary == nil)
        #expect(sample.owner.shown.count == 1)
    }

    @Test("refuses a chunk that another key signed, and asks for it again")
    func wrongKey() async throws {
        let other = P256.Signing.PrivateKey().publicKey.pemRepresentation
        let sample = try SampleClient(exportKey: other)
        try await sample.onboard()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        for _ in 0..<2 {
            let error = await #expect(throws: MobileClientError.self) {
                try await sample.client.detectExposures()
            }
            guard case .chunkRefused(index: 1, .signature(_)) = error else {
                Issue.record("not refused for its signature: \(String(describing: error))")
                continue
            }
        }
        #expect(sample.owner.shown.isEmpty)
        #expect(await sample.client.status == .neutral)
    }

    @Test("loses no chunk where one cannot be fetched")
    func interruption() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        for index in 1...3 {
            try await sample.authority.publish([sample.meet(seed: UInt64(index), minutes: 20)], as: index)
        }
        sample.authority.fail("/v1/keys/2", with: 500)
        let first = try await sample.client.detectExposures()
        #expect(first.chunks.map(\.index) == [1])
        #expect(first.interruption == .unexpectedStatus(500))
        #expect(first.summary?.matchedKeyCount == 1)
        await #expect(throws: MobileClientError.unexpectedStatus(500)) {
            try await sample.client.detectExposures()
        }
        sample.authority.fail("/v1/keys/2", with: nil)
        let second = try await sample.client.detectExposures()
        #expect(second.chunks.map(\.index) == [2, 3])
        #expect(second.interruption == nil)
    }

    @Test("passes over a chunk that expired meanwhile")
    func expired() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 2)
        sample.authority.offer(1...2)
        let report = try await sample.client.detectExposures()
        #expect(report.chunks.map(\.index) == [2])
        #expect(report.interruption == nil)
    }

    @Test("does not ask for Exposure Info of a person who is positive themselves")
    func positive() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        let otp = await sample.client.makeOTP()
        sample.authority.authorise(otp)
        _ = try await sample.client.upload(with: otp)
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        let report = try await sample.client.detectExposures()
        #expect(report.summary?.maximumRiskScore == 15)
        #expect(report.infos.isEmpty)
        #expect(sample.owner.shown.isEmpty)
        await sample.client.confirmRecovery()
        #expect(await sample.client.status == .neutral)
    }

    @Test("uploads what it found")
    func uploaded() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        _ = try await sample.client.detectExposures()
        let otp = await sample.client.makeOTP()
        sample.authority.authorise(otp)
        _ = try await sample.client.upload(with: otp)
        let summary = try #require(sample.authority.uploads.first?.epidemiologicalInfo.summaries.first)
        #expect(summary.date == sample.clock.now().utcDay)
        #expect(summary.maximumRiskScore == 15)
        #expect(summary.exposureInfo.map(\.duration) == [1500])
    }

    @Test(
        "does not guess where the settings are impossible",
        arguments: [
            ("[70, 50]", ExposureConfigurationError.thresholdsNotIncreasing(low: 70, high: 50)),
            ("[50]", .wrongThresholdCount(1)), ("[50, 60, 70]", .wrongThresholdCount(3)),
        ]
    )
    func badThresholds(thresholds: String, error: ExposureConfigurationError) async throws {
        let sample = try SampleClient()
        sample.authority.setSettings(SampleSettings.json(thresholds: thresholds))
        try await sample.onboard()
        await #expect(throws: MobileClientError.unusableSettings(error)) { try await sample.client.detectExposures() }
    }
}
