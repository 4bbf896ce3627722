import ClientKit
import ClientTesting
import ExposureFramework
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import PhonePorts
import PhoneSimulation
import Testing

@testable import ImmuniClient

@Suite("The deletion of everything")
struct DeletionTests {
    @Test("also deletes the keys, and starts again")
    func deletion() async throws {
        let storage = InMemoryPhoneStorage()
        let sample = try await SampleClient.onboarded(disk: SamplePhoneDisk(app: storage))
        await sample.live(days: 2)
        #expect(await sample.screen(after: .deleteEverything).onboarding?.step == .welcome)
        #expect(await sample.framework.authorisation == .notDetermined)
        try await sample.onboard()
        #expect(try #require(await sample.upload().content.keyCount) <= 1, "the old keys are gone")
    }

    @Test("is not undone by running work")
    func underWay() async throws {
        let sample = try await SampleClient.onboarded()
        await sample.live(days: 1)
        try await sample.validateCode()
        let gate = Gate()
        sample.authority.hold("/v1/ingestion/upload", at: gate)
        let upload = Task { await sample.send(.confirmUpload) }
        await gate.arrival()
        await sample.send(.deleteEverything)
        gate.open()
        await upload.value
        #expect(sample.authority.uploads.count == 1)
        #expect(await sample.client.state.warnings.status == .neutral, "nothing of the positive test is left")
        #expect(await sample.client.state.upload.flow == nil)
    }

    @Test("needs no space, and leaves no file if there is no network either")
    func fullStorage() async throws {
        let storage = FillingStorage()
        let sample = try await SampleClient.onboarded(disk: SamplePhoneDisk(app: storage))
        storage.isFull = true
        sample.authority.fail("/v1/settings?platform=android&build=7", with: 503)
        await sample.send(.deleteEverything)
        #expect(await sample.screen() == .settingUp(SettingUpFacts(failure: .noUsableAnswer, beginning: .deleted)))
        #expect(try storage.names().isEmpty)
        #expect(try storage.key() == nil)
    }

    @Test("continues at the next start if it was interrupted")
    func cutOff() async throws {
        let sample = try await SampleClient.onboarded()
        #expect(await sample.client.apply(.deleteEverything).last == .life(.wipe))
        let restarted = try await sample.restart()
        #expect(await restarted.framework.authorisation == .notDetermined)
        #expect(await restarted.screen().onboarding != nil)
    }
}

@Suite("A phone without space for the app's file")
struct FullStorageTests {
    private let storage = FillingStorage()
    private let sample: SampleClient

    init() async throws { sample = try await .onboarded(disk: SamplePhoneDisk(app: storage)) }

    private func fill(at gate: Gate) async {
        await gate.arrival()
        storage.isFull = true
        gate.open()
    }

    @Test("stops waiting for an upload whose end it cannot store")
    func upload() async throws {
        sample.authority.authorise(try await sample.showCode())
        let (check, upload) = (Gate(), Gate())
        sample.authority.hold("/v1/ingestion/check-otp", at: check)
        let validation = Task { await sample.send(.validateCode) }
        await fill(at: check)
        await validation.value
        #expect(try await sample.uploadScreen().phase == .validationFailed)
        #expect(await sample.client.lastFailure == .storage)

        storage.isFull = false
        check.open()
        #expect(try await sample.uploadScreen(after: .validateCode).phase == .recap)
        sample.authority.hold("/v1/ingestion/upload", at: upload)
        let sending = Task { await sample.send(.confirmUpload) }
        await fill(at: upload)
        await sending.value
        #expect(try await sample.uploadScreen().phase == .unanswered)
    }

    @Test("reports at its start that an upload has no answer, and can get one once there is space")
    func unansweredUpload() async throws {
        try await sample.validateCode()
        _ = await sample.client.apply(.confirmUpload)
        let keys = try await sample.framework.temporaryExposureKeyHistory()
        #expect(await sample.client.apply(.effectEnded(EffectEnd(.upload(.keysAnswered(.success(keys)))))).count == 1)
        let restarted = try sample.restarted()
        storage.isFull = true
        #expect(try await restarted.homeScreen(after: .launched(inForeground: true)).hasUnfinishedUpload)
        #expect(await restarted.client.state.life.isForeground)
        await restarted.send(.enteredBackground, .launched(inForeground: true), .open(.upload))
        #expect(try await restarted.uploadScreen().phase == .unanswered)
        storage.isFull = false
        #expect(try await restarted.uploadScreen(after: .confirmUpload).phase == .sent)
    }

    @Test("shows its screens, and works again once there is space")
    func screens() async throws {
        let restarted = try sample.restarted()
        storage.isFull = true
        sample.clock.advance(bySeconds: 40 * 86_400)
        #expect(try await restarted.homeScreen(after: .launched(inForeground: true)).service == .working)
        let first = try #require(restarted.scheduler.next(until: sample.clock.now().advanced(bySeconds: 60)))
        #expect(first.task == .backgroundSession)
        sample.clock.set(first.time)
        await restarted.send(.woken(.backgroundSession))
        #expect(await restarted.client.lastReport == nil, "nothing is done that must be remembered")
        let second = try #require(restarted.scheduler[.backgroundSession], "but the sessions go on")
        #expect(second.seconds(since: sample.clock.now()) == 14_400)
        sample.clock.set(second)
        storage.isFull = false
        #expect(await restarted.detect().interruption == nil)
        #expect(await restarted.client.state.session.lastDetection == sample.clock.now())
    }
}
