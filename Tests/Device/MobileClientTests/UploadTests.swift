import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import MobileClient
import PhonePorts
import Testing
import WireFormat

@Suite("A phone that uploads")
struct UploadTests {
    @Test("asks for the settings of its platform and build")
    func settings() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        let request = try #require(sample.authority.requests.first)
        #expect(request.target == "/v1/settings?platform=android&build=7")
        #expect(request.host == .download)
    }

    @Test("refuses settings that are incomplete or refused")
    func badSettings() async throws {
        let sample = try SampleClient()
        sample.authority.setSettings(Array("{}".utf8))
        await #expect(throws: MobileClientError.malformedAnswer) { try await sample.onboard() }
        sample.authority.fail("/v1/settings?platform=android&build=7", with: 503)
        await #expect(throws: MobileClientError.unexpectedStatus(503)) { try await sample.onboard() }
    }

    @Test("knows whether its code is authorised, and spends it once")
    func codes() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        await sample.live(days: 1)
        let otp = await sample.client.makeOTP()
        #expect(try await sample.client.isAuthorised(otp) == false)
        await #expect(throws: MobileClientError.unauthorisedOTP) { try await sample.client.upload(with: otp) }
        sample.authority.authorise(otp)
        #expect(try await sample.client.isAuthorised(otp))
        #expect(try await sample.client.upload(with: otp).keyCount == 1)
        #expect(await sample.client.status == .positive(lastUpload: sample.clock.now().utcDay))
        await #expect(throws: MobileClientError.unauthorisedOTP) { try await sample.client.upload(with: otp) }
    }

    @Test("sends packets of one size to the upload host, whatever they hold")
    func sizes() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        await sample.live(days: 3)
        let otp = await sample.client.makeOTP()
        sample.authority.authorise(otp)
        _ = try await sample.client.isAuthorised(otp)
        _ = try await sample.client.upload(with: otp)
        let packets = sample.authority.requests.filter { $0.method == .post }
        #expect(packets.map(\.target) == ["/v1/ingestion/check-otp", "/v1/ingestion/upload"])
        #expect(packets.allSatisfy { $0.host == .upload })
        #expect(packets.map { WireSize.of($0, authority: "upload.example.org") } == [110_000, 110_000])
    }

    @Test("sends its newest fourteen keys, newest first")
    func keys() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        await sample.live(days: 16)
        let otp = await sample.client.makeOTP()
        sample.authority.authorise(otp)
        let report = try await sample.client.upload(with: otp)
        #expect(report.keyCount == 14)
        let upload = try #require(sample.authority.uploads.first)
        let starts = upload.keys.map(\.rollingStart)
        #expect(starts == starts.sorted(by: >))
        #expect(starts.first == IntervalNumber(clamping: sample.clock.now()).startOfDay)
        #expect(upload.province.code == "RM")
    }

    @Test("sends nothing without the owner's consent")
    func consent() async throws {
        let sample = try SampleClient(sharesKeys: false)
        try await sample.onboard()
        let otp = await sample.client.makeOTP()
        sample.authority.authorise(otp)
        await #expect(throws: MobileClientError.framework(.rejectedOptIn)) {
            try await sample.client.upload(with: otp)
        }
        #expect(sample.authority.requests.allSatisfy { $0.method == .get })
        #expect(await sample.client.status == .neutral)
    }

    @Test("sends nothing before it is onboarded")
    func notOnboarded() async throws {
        let sample = try SampleClient()
        let otp = await sample.client.makeOTP()
        await #expect(throws: MobileClientError.notOnboarded) { try await sample.client.isAuthorised(otp) }
        await #expect(throws: MobileClientError.notOnboarded) { try await sample.client.upload(with: otp) }
    }

    @Test("leaves infos behind, and not keys, where the packet is too small for all")
    func smallPacket() async throws {
        let sample = try SampleClient()
        try await sample.onboard()
        await sample.live(days: 2)
        for seed in 10..<30 {
            try await sample.authority.publish([sample.meet(seed: UInt64(seed), minutes: 20)], as: seed)
        }
        #expect(try await sample.client.detectExposures().infos.count == 20)
        sample.authority.setSettings(SampleSettings.json(packetSize: 2200))
        try await sample.client.refreshSettings()
        let otp = await sample.client.makeOTP()
        sample.authority.authorise(otp)
        let report = try await sample.client.upload(with: otp)
        #expect(report.keyCount == 2)
        #expect(report.summaryCount == 1)
        #expect((1..<20).contains(report.infoCount))
    }

    @Test("says so where not even the keys fit")
    func tooSmall() async throws {
        let sample = try SampleClient()
        sample.authority.setSettings(SampleSettings.json(packetSize: 300))
        try await sample.onboard()
        let otp = await sample.client.makeOTP()
        await #expect(throws: MobileClientError.packetTooSmall(size: 300)) {
            try await sample.client.upload(with: otp)
        }
    }
}
