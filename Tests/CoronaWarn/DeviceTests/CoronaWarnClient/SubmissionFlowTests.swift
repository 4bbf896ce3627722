import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposureFramework
import ExposurePrimitives
import GAENCore
import Testing

@testable import CoronaWarnClient

@Suite("Sharing keys")
struct SubmissionFlowTests {
    private var world: PhoneWorld

    init() throws { world = try TestFlowTests.positiveWorld() }

    private static let countries = ["DE", "FR", "IT"].compactMap { RegionCode($0) }
    private static let rules = UploadRules(country: countries[0], supportedCountries: Set(countries))

    /// The keys that the server has, by upload.
    private static func uploads(_ world: PhoneWorld) throws -> [SubmissionPayload] {
        try world.servers.uploads.map { try SubmissionPayload(parsing: $0, rules: rules) }
    }

    @Test("asks for symptoms after the consent, and sends levels and codes of the answer for fourteen days")
    mutating func whole() throws {
        #expect(world.submission?.phase == .consent(nil))
        world.send(.consent)
        #expect(world.submission?.phase == .symptoms)
        world.send(.answerSymptoms(.symptoms(.day(world.now.utcDay.advanced(byDays: -2)))))
        let upload = try #require(try Self.uploads(world).first)
        #expect(upload.keys.count == 14 && upload.visitedCountries.isEmpty)
        let levels = upload.keys.sorted { $0.key.rollingStart > $1.key.rollingStart }.map(\.transmissionRiskLevel)
        let expected = (1...14).map { SymptomAnswer.daysAgo(2).transmissionRiskLevel(age: $0) }
        #expect(levels == expected)
        #expect(world.submission?.phase == .sent(SentKeys(count: 14, at: world.now)))
    }

    @Test("has body and nonce in the file before the first request, and the TAN before the upload")
    mutating func sealedFirst() throws {
        world.send(.consent)
        world.failures[.tan] = [.before(.unreachable)]
        world.send(.answerSymptoms(.noSymptoms))
        let sealed = try #require(world.state.memory.submission.plan?.upload?.body)
        world.failures[.upload] = [.before(.unavailable)]
        world.send(.sendNow)
        #expect(world.state.memory.submission.plan?.upload?.needsTAN(at: world.now) == false)
        world.restart(inForeground: true)
        world.send(.sendNow)
        #expect(world.servers.uploads == [sealed] && world.count(.prompt) == 1)
    }

    @Test(
        "that is not sent yet survives a restart, and leaves by itself",
        arguments: [.unreachable, .unavailable, .tooManyRequests(seconds: 60), .busy] as [ExchangeFailure]
    )
    mutating func notSent(failure: ExchangeFailure) {
        world.failures[.upload] = [.before(failure)]
        world.send(.consent, .answerSymptoms(.noAnswer))
        #expect(world.submission?.phase == .notSent(WaitReason(failure)))
        world.send(.enteredBackground)
        world.restart()
        world.run(hours: 86)
        #expect(world.servers.uploads.count == 2, "and the key of the day of the test")
        #expect(world.count(.prompt) == 1)
    }

    @Test("without an answer says that the keys may have arrived, and sends the same bytes")
    mutating func lostAnswer() throws {
        world.failures[.upload] = [.after]
        world.send(.consent, .answerSymptoms(.noAnswer))
        #expect(world.submission?.phase == .unanswered)
        world.restart(inForeground: true)
        #expect(world.submission?.phase == .unanswered)
        world.send(.sendNow)
        #expect(world.servers.uploads.count == 1)
        #expect(world.submission?.phase == .sent(SentKeys(count: 14, at: world.now)))
    }

    @Test("with an expired TAN takes a new one for the same keys, without a question")
    mutating func expiredTAN() throws {
        world.failures[.upload] = [.before(.unreachable)]
        world.send(.consent, .answerSymptoms(.noAnswer))
        let body = world.state.submission.plan?.upload?.body
        world.send(.enteredBackground)
        world.servers.expireTANs()
        world.now = world.now.advanced(bySeconds: 2 * 86_400)
        world.act(.sendNow)
        #expect(world.servers.uploads.first == body && world.count(.tan) == 2 && world.count(.prompt) == 1)
    }

    @Test("that the server refuses twice leads to the hotline, in other words after a lost answer")
    mutating func refused() throws {
        world.failures[.upload] = [.before(.refused(.tan)), .before(.refused(.tan))]
        world.send(.consent, .answerSymptoms(.noAnswer))
        #expect(world.submission?.phase == .ended(.refusedTAN) && world.state.hotline.reason == .refusedTAN)

        var lost = try TestFlowTests.positiveWorld()
        lost.failures[.upload] = [.before(.lost), .before(.refused(.tan))]
        lost.send(.consent, .answerSymptoms(.noAnswer), .sendNow)
        #expect(lost.submission?.phase == .ended(.uploadUncertain))
    }

    @Test("that waits for its sequence is shown as on its way, and so is a registration")
    mutating func waiting() throws {
        world.failures[.upload] = [.before(.unreachable)]
        world.send(.consent, .answerSymptoms(.noAnswer))
        #expect(world.submission?.phase == .notSent(.noConnection))
        _ = world.reducer.reduce(&world.state, .sendNow, at: world.now, using: &world.generator)
        #expect(world.submission?.phase == .sending)

        var other = try TestFlowTests.world()
        other.send(.enteredForeground)
        _ = other.reducer.reduce(&other.state, TestFlowTests.scan, at: other.now, using: &other.generator)
        #expect(other.test?.phase == .registering)
    }

    @Test("that was killed after it left may have arrived, and a refusal then says so")
    mutating func killedInUpload() throws {
        world.send(.consent)
        // The request for a TAN is genuine, and the one after it is the upload.
        let genuine = world.genuineEffects.count
        var probe = world
        probe.send(.answerSymptoms(.noAnswer))
        let upload = try #require(probe.genuineEffects.dropFirst(genuine + 1).first)
        world.kill = PhoneWorld.Kill(effect: upload, isAfter: false)
        world.send(.answerSymptoms(.noAnswer))
        #expect(world.servers.uploads.isEmpty && world.submission?.phase == .unanswered)
        world.failures[.upload] = [.before(.refused(.tan))]
        world.act(.sendNow)
        #expect(world.submission?.phase == .ended(.uploadUncertain))
    }

    @Test("without a TAN leads to the hotline")
    mutating func noTAN() throws {
        world.servers.refuseTANs()
        world.send(.consent, .answerSymptoms(.noAnswer))
        #expect(world.submission?.phase == .ended(.noTAN) && world.count(.upload) == 0)
        #expect(world.count(.fake(.upload)) > 0, "a fake takes the place of the upload")
    }

    @Test("shares the key of the day of the test on the next day, within the consent, in the place of a fake")
    mutating func nextDay() throws {
        world.send(.consent, .answerSymptoms(.noAnswer), .enteredBackground)
        let day = world.now.utcDay
        world.run(hours: 86)
        let uploads = try Self.uploads(world)
        #expect(uploads.count == 2)
        #expect(uploads.last?.keys.map { $0.key.rollingStart.start.utcDay } == [day])
        #expect(world.count(.prompt) == 1, "the system asks once")
        #expect(world.state.submission.plan == nil, "and the answers are forgotten")
        #expect(world.submission?.phase == .sent(SentKeys(count: 15, at: world.times { $0 == .upload }[1])))
        world.run(hours: 24 * 7)
        #expect(world.servers.uploads.count == 2, "no further uploads")
    }

    @Test("goes on day by day only if the person wants it and consents each time")
    mutating func daily() throws {
        world.servers.maxTANs = 10
        world.send(.consent, .answerSymptoms(.noAnswer))
        #expect(world.submission?.sharesDaily == false)
        world.send(.shareDaily(true), .enteredBackground)
        world.run(hours: 86)
        #expect(world.servers.uploads.count == 2)
        world.run(hours: 24)
        #expect(world.submission?.offersToday == true)
        #expect(world.servers.uploads.count == 2, "nothing leaves without the consent")
        world.act(.consentToday)
        #expect(world.servers.uploads.count == 3 && world.count(.prompt) == 2)
        world.run(hours: 24 * 15)
        #expect(world.state.submission.plan == nil)
        world.act(.consentToday)
        #expect(world.servers.uploads.count == 3)
    }

    @Test("asks for visited countries where the configuration does, and takes only those on offer")
    func countries() throws {
        var world = try PhoneWorld(seed: 1)
        world.configuration.asksForVisitedCountries = true
        world.configuration.supportedCountries = ["DE", "FR", "IT"]
        world.onboard()
        world.servers.result = TestResultCode(kind: .rapid, outcome: .positive)
        world.act(TestFlowTests.scan, .open(.test), .openResult, .consent, .answerSymptoms(.noSymptoms))
        #expect(world.submission?.phase == .countries(Self.countries) && world.servers.uploads.isEmpty)
        world.restart()
        world.act(.chooseCountries(["FR", "US"].compactMap { RegionCode($0) }))
        let upload = try #require(try Self.uploads(world).first)
        #expect(upload.visitedCountries.map(\.text) == ["FR"] && upload.source == .rapid)
    }

    @Test("with the levels of the launch asks nothing about symptoms")
    func launchLevels() throws {
        var world = try PhoneWorld(seed: 1)
        world.configuration.asksForSymptoms = false
        world.onboard()
        world.servers.result = TestResultCode(kind: .pcr, outcome: .positive)
        world.act(TestFlowTests.scan, .open(.test), .openResult, .consent)
        let keys = try #require(try Self.uploads(world).first).keys.sorted { $0.key.rollingStart > $1.key.rollingStart }
        #expect(keys.map(\.transmissionRiskLevel) == Array(SymptomAnswer.launchLevels[1...14]))
    }

    @Test("is not possible before the result was opened, nor with another result")
    func notYet() throws {
        var world = try TestFlowTests.world()
        world.act(TestFlowTests.scan, .consent)
        world.servers.result = TestResultCode(kind: .pcr, outcome: .positive)
        world.act(.refresh, .consent)
        #expect(world.count(.prompt) == 0)
        world.act(.openResult, .consent)
        #expect(world.count(.prompt) == 1)
    }

    @Test("may be declined, in the app and in the system's question, and asked for again")
    mutating func declined() throws {
        world.send(.decline)
        #expect(world.submission?.phase == .declined)
        world.keysError = .rejectedOptIn
        world.send(.consent)
        #expect(world.submission?.phase == .consent(.refused))
        world.keysError = .serviceDisabled
        world.send(.consent)
        #expect(world.submission?.phase == .consent(.unavailable))
        world.keysError = nil
        world.send(.consent)
        #expect(world.submission?.phase == .symptoms && world.servers.uploads.isEmpty)
    }

    @Test("continues after a kill with the same question, and asks nothing twice")
    mutating func killedInTheMiddle() throws {
        world.send(.consent)
        world.restart(inForeground: true)
        #expect(world.submission?.phase == .symptoms)
        world.send(.answerSymptoms(.noSymptoms))
        #expect(world.servers.uploads.count == 1 && world.count(.prompt) == 1)
    }

    @Test("asks the framework again if the app was killed in the system's question")
    mutating func killedInTheQuestion() throws {
        _ = world.reducer.reduce(&world.state, .consent, at: world.now, using: &world.generator)
        world.restart(inForeground: true)
        #expect(world.submission?.phase == .symptoms)
    }

    @Test("does not name a day of onset in the future")
    mutating func futureOnset() throws {
        world.send(.consent, .answerSymptoms(.symptoms(.day(world.now.utcDay.advanced(byDays: 1)))))
        #expect(world.submission?.phase == .symptoms)
    }
}
