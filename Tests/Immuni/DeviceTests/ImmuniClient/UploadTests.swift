import ClientTesting
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import PhonePorts
import Testing
import WireFormat

@testable import ImmuniClient

@Suite("A phone that uploads")
struct UploadTests {
    private let sample: SampleClient

    init() async throws { sample = try await SampleClient.onboarded() }

    @Test("asks for the settings of its platform and build")
    func settings() async throws {
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

    @Test("knows whether its code is authorised, and uses it once")
    func codes() async throws {
        await sample.live(days: 1)
        let otp = try await sample.showCode()
        #expect(try await sample.uploadScreen(after: .validateCode).phase == .notAuthorised)
        #expect(try await sample.uploadScreen().secondsToWait == 5)
        sample.authority.authorise(otp)
        await sample.send(.validateCode)
        #expect(try await sample.uploadScreen().phase == .notAuthorised, "the waiting time is not over")
        sample.clock.advance(bySeconds: 5)
        #expect(try await sample.uploadScreen(after: .validateCode).phase == .recap)
        let sent = try await sample.uploadScreen(after: .confirmUpload)
        #expect(sent.phase == .sent)
        #expect(sent.content.keyCount == 1)
        await sample.send(.confirmUpload)
        #expect(sample.authority.uploads.count == 1)
        let today = sample.clock.now().utcDay
        #expect(try await sample.homeScreen(after: .open(.home)).status == .positive(lastUpload: today))
    }

    @Test("sends packets of one size to the upload host, whatever they contain")
    func sizes() async throws {
        await sample.live(days: 3)
        _ = try await sample.upload()
        let packets = sample.authority.requests.filter { $0.method == .post }
        #expect(packets.map(\.target) == ["/v1/ingestion/check-otp", "/v1/ingestion/upload"])
        #expect(packets.allSatisfy { $0.host == .upload })
        #expect(packets.map { WireSize.of($0, authority: "upload.example.org") } == [110_000, 110_000])
    }

    @Test("sends its newest fourteen keys, newest first")
    func keys() async throws {
        await sample.live(days: 16)
        #expect(try await sample.upload().content.keyCount == 14)
        let upload = try #require(sample.authority.uploads.first)
        let starts = upload.keys.map(\.rollingStart)
        #expect(starts == starts.sorted(by: >))
        #expect(starts.first == IntervalNumber(clamping: sample.clock.now()).startOfDay)
        #expect(upload.province.code == "RM")
    }

    @Test(
        "shows how many keys it is going to send, and sends that many",
        arguments: [(1, 1), (2, 2), (14, 14), (16, 14)]
    )
    func announced(days: Int, count: Int) async throws {
        await sample.live(days: days)
        try await sample.validateCode()
        #expect(try await sample.uploadScreen().phase == .recap)
        #expect(try await sample.uploadScreen().content.keyCount == count)
        #expect(try await sample.uploadScreen(after: .confirmUpload).content.keyCount == count)
        #expect(sample.authority.uploads.first?.keys.count == count)
    }

    @Test("counts again if a day passes during the recap, and not at all while the service is off")
    func countedAnew() async throws {
        await sample.live(days: 1)
        try await sample.validateCode()
        #expect(try await sample.uploadScreen().content.keyCount == 1)
        sample.clock.advance(bySeconds: 86_400)
        await sample.live(days: 1)
        #expect(try await sample.uploadScreen(after: .phoneChanged).content.keyCount == 2)
        #expect(try await sample.uploadScreen(after: .setService(isOn: false)).content.keyCount == nil)
        #expect(try await sample.uploadScreen().isServiceOff)
    }

    @Test(
        "says that leaving gives up an authorised code, except if its keys may have arrived",
        arguments: [false, true]
    )
    func leaving(isUnderWay: Bool) async throws {
        await sample.live(days: 1)
        let otp = try await sample.validateCode()
        #expect(try await sample.uploadScreen().isCodeLostByLeaving)
        if isUnderWay {
            sample.authority.loseAnswers(to: "/v1/ingestion/upload")
            #expect(try await !sample.uploadScreen(after: .confirmUpload).isCodeLostByLeaving)
        }
        await sample.send(.goBack)
        let isKept = try await sample.showCode() == otp
        #expect(isKept == isUnderWay)
    }

    @Test("sends nothing without the owner's consent")
    func consent() async throws {
        let sample = try await SampleClient.onboarded(sharesKeys: false)
        #expect(try await sample.upload().phase == .refused)
        #expect(sample.authority.uploads.isEmpty)
        #expect(try await sample.homeScreen(after: .open(.home)).status == .neutral)
    }

    @Test("does not mention an upload that was interrupted while the system asked for consent: no key had left")
    func killedAtTheQuestion() async throws {
        try await sample.validateCode()
        #expect(await sample.client.apply(.confirmUpload) == [.upload(.askForKeys)])
        let restarted = try await sample.restart()
        #expect(try await !restarted.homeScreen().hasUnfinishedUpload)
        #expect(try await restarted.upload().phase == .sent)
    }

    @Test("says that the phone gives no keys, and sends with the same code once the service is on")
    func serviceOff() async throws {
        await sample.live(days: 1)
        await sample.send(.setService(isOn: false))
        #expect(try await sample.upload().phase == .keysUnavailable)
        #expect(await sample.client.lastFailure == .framework(.serviceDisabled))
        #expect(try await sample.uploadScreen(after: .confirmUpload).phase == .keysUnavailable, "it is still off")
        #expect(sample.authority.uploads.isEmpty)
        #expect(try await sample.uploadScreen(after: .setService(isOn: true), .confirmUpload).phase == .sent)
        #expect(sample.authority.requests.count { $0.target.hasSuffix("check-otp") } == 1, "no second code was needed")
    }

    @Test("Home names at once what keeps the phone from giving keys, and a visit there gets a new code")
    func switchedOffBehindTheApp() async throws {
        let otp = try await sample.validateCode()
        try await sample.framework.disable()
        #expect(try await sample.uploadScreen(after: .confirmUpload).phase == .keysUnavailable)
        #expect(try await sample.homeScreen(after: .goBack).service == .impaired([.frameworkOff]))
        #expect(try await !sample.homeScreen().hasUnfinishedUpload, "nothing has left")
        #expect(try await sample.showCode() != otp)
    }

    @Test("remembers that keys may have arrived if the phone gives none the next time")
    func serviceOffAtRetry() async throws {
        await sample.live(days: 1)
        try await sample.loseAnswerToUpload()
        sample.authority.loseAnswers(to: nil)
        await sample.send(.setService(isOn: false), .confirmUpload)
        #expect(try await sample.uploadScreen().phase == .keysUnavailable)
        let restarted = try await sample.restart()
        #expect(try await restarted.homeScreen().hasUnfinishedUpload)
        #expect(try await sample.homeScreen(after: .goBack).hasUnfinishedUpload)
        #expect(try await sample.uploadScreen(after: .open(.upload)).phase == .unanswered)
        await sample.send(.confirmUpload, .setService(isOn: true), .confirmUpload)
        #expect(try await sample.uploadScreen().phase == .uncertain, "the server knows the code no more")
    }

    @Test("stops retrying what the server refuses: a new code is always available", arguments: [400, 403, 413])
    func refusedRetry(status: Int) async throws {
        try await sample.loseAnswerToUpload()
        let otp = try await sample.uploadScreen().code
        sample.authority.loseAnswers(to: nil)
        sample.authority.fail("/v1/ingestion/upload", with: status)
        #expect(try await sample.uploadScreen(after: .confirmUpload).phase == .uncertain)
        #expect(try await sample.uploadScreen().code == otp)
        #expect(try await sample.uploadScreen(after: .newCode).phase == .code)
        #expect(try await sample.uploadScreen().code != otp)
    }

    @Test("gives a new code to an owner who does not want to retry without an answer")
    func newCodeInstead() async throws {
        try await sample.loseAnswerToUpload()
        let otp = try await sample.uploadScreen().code
        #expect(try await sample.uploadScreen(after: .newCode).phase == .code)
        #expect(try await sample.uploadScreen().code != otp)
    }

    @Test(
        "whose owner left the screen has a new code, or the old one if there is something to report",
        arguments: [
            (.unsent, nil), (.unanswered, .unanswered), (.notAuthorised, nil), (.failed, .failed),
            (.sent(UploadReport(keyCount: 1, summaryCount: 0, infoCount: 0)), .sent),
        ] as [(UploadResult, UploadFacts.Phase?)]
    )
    func endedElsewhere(result: UploadResult, phase: UploadFacts.Phase?) async throws {
        let otp = try await sample.validateCode()
        await leaveUpload(endingWith: result)
        let isKept = try await sample.showCode() == otp
        #expect(isKept == (phase != nil))
        #expect(try await sample.uploadScreen().phase == phase ?? .code)
    }

    @Test(
        "whose owner left the screen from the system's question has a new code",
        arguments: [ExposureFrameworkError.rejectedOptIn, .serviceDisabled]
    )
    func noKeysElsewhere(error: ExposureFrameworkError) async throws {
        let otp = try await sample.validateCode()
        _ = await sample.client.apply(.confirmUpload)
        await sample.send(.goBack, .effectEnded(EffectEnd(.upload(.keysAnswered(.failure(error))))))
        #expect(await sample.client.state.upload.flow == nil)
        #expect(try await sample.showCode() != otp)
    }

    @Test("whose owner left the screen from a retry still reports that their keys may have arrived")
    func uncertainElsewhere() async throws {
        try await sample.loseAnswerToUpload()
        await leaveUpload(endingWith: .notAuthorised)
        #expect(try await sample.homeScreen().hasUnfinishedUpload)
        #expect(try await sample.uploadScreen(after: .open(.upload)).phase == .uncertain)
        #expect(try await !sample.homeScreen(after: .goBack).hasUnfinishedUpload, "its owner was told")
    }

    /// Begins to upload, leaves the screen and ends the upload there.
    private func leaveUpload(endingWith result: UploadResult) async {
        _ = await sample.client.apply(.confirmUpload)
        await sample.send(.goBack)
        _ = await sample.client.apply(.effectEnded(EffectEnd(.upload(.keysAnswered(.success([]))))))
        _ = await sample.client.apply(.effectEnded(EffectEnd(.upload(.uploaded(result, nil)))))
    }

    @Test("does not mistake the answer for an old code for that of the new one")
    func oldCode() async throws {
        let old = try await sample.showCode()
        _ = await sample.client.apply(.validateCode)
        await sample.send(.open(.home))
        let new = try await sample.showCode()
        #expect(new != old)
        _ = await sample.client.apply(.validateCode)
        await sample.send(.effectEnded(EffectEnd(.upload(.validated(old, .authorised)))))
        #expect(try await sample.uploadScreen().phase == .validating)
        await sample.send(.effectEnded(EffectEnd(.upload(.validated(new, .authorised)))))
        #expect(try await sample.uploadScreen().phase == .recap)
    }

    @Test("sends nothing before the onboarding is completed")
    func notOnboarded() async throws {
        let sample = try SampleClient()
        await sample.send(.launched(inForeground: true), .open(.upload), .validateCode)
        #expect(sample.authority.requests.allSatisfy { $0.method == .get })
    }

    @Test("leaves out infos, and not keys, if the packet is too small for all")
    func smallPacket() async throws {
        await sample.live(days: 2)
        try await sample.meetAndPublish(10...29)
        #expect(await sample.detect().infos.count == 20)
        sample.authority.setSettings(SampleSettings.json(packetSize: 2200))
        #expect(await sample.refreshSettings() == nil)
        let content = try await sample.upload().content
        #expect((content.keyCount, content.summaryCount) == (2, 1))
        #expect((1..<20).contains(content.infoCount))
    }

    @Test("says so if not even the keys fit")
    func tooSmall() async throws {
        let sample = try await SampleClient.onboarded(settings: SampleSettings.json(packetSize: 500))
        await sample.live(days: 3)
        #expect(try await sample.upload().phase == .failed)
        #expect(await sample.client.lastFailure == .packetTooSmall(size: 500))
    }

    @Test("knows that nothing was sent if there was no connection")
    func noConnection() async throws {
        await sample.live(days: 1)
        try await sample.validateCode()
        sample.authority.setReachable(false)
        #expect(try await sample.uploadScreen(after: .confirmUpload).phase == .unsent)
        await sample.send(.confirmUpload)
        sample.authority.setReachable(true)
        #expect(try await sample.uploadScreen(after: .confirmUpload).phase == .sent)

        sample.authority.authorise(try await sample.code(after: .newCode))
        await sample.send(.validateCode)
        sample.authority.setReachable(false)
        await sample.send(.confirmUpload)
        sample.authority.setReachable(true)
        sample.authority.forgetCodes()
        await sample.send(.confirmUpload)
        #expect(try await sample.uploadScreen().phase == .expired, "the code's time is over, and nothing had left")
    }

    @Test("tries again with the same code if no answer came, without harm")
    func lostAnswer() async throws {
        await sample.live(days: 1)
        try await sample.loseAnswerToUpload()
        #expect(sample.authority.uploads.count == 1, "the keys arrived")
        sample.authority.loseAnswers(to: nil)
        let restarted = try await sample.restart()
        #expect(try await restarted.homeScreen().hasUnfinishedUpload)
        #expect(try await restarted.uploadScreen(after: .open(.upload), .confirmUpload).phase == .uncertain)
        #expect(sample.authority.uploads.count == 1)
        #expect(try await !restarted.homeScreen(after: .goBack).hasUnfinishedUpload, "its owner was told")
        #expect(try await restarted.upload().phase == .sent, "and may upload again with a new code")
    }
}
