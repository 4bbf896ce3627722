import ClientKit
import CoronaWarnAPI
import PhonePorts
import Testing

@testable import CoronaWarnClient

@Suite("A test on the phone")
struct TestFlowTests {
    private var world: PhoneWorld

    init() throws { world = try Self.world() }

    static let code = "https://localhost/?E1277F-E1277F24-4AD2-40BC-AFF8-CBCCCD893E4B"
    static let scan = AppAction.scan(code, birthDate: nil)

    static func world(seed: UInt64 = 1) throws -> PhoneWorld {
        var world = try PhoneWorld(seed: seed)
        world.onboard()
        world.events = []
        return world
    }

    static func positiveWorld(seed: UInt64 = 1) throws -> PhoneWorld {
        var world = try world(seed: seed)
        world.servers.result = TestResultCode(kind: .pcr, outcome: .positive)
        world.send(.enteredForeground, scan)
        world.wait()
        world.send(.openResult)
        return world
    }

    @Test("is registered once, asked for with the next sequence, and pending")
    mutating func registered() throws {
        world.send(.enteredForeground, Self.scan)
        #expect(world.count(.registration) == 1 && world.count(.question) == 0)
        world.wait()
        #expect(world.count(.registration) == 1 && world.count(.question) == 1 && world.test?.phase == .pending(nil))
        #expect(world.screen == .test(try #require(world.test)))
    }

    @Test("is in the file with its nonce before the request leaves")
    mutating func sealedFirst() throws {
        world.send(.enteredForeground)
        var effects = world.reducer.reduce(&world.state, Self.scan, at: world.now, using: &world.generator)
        #expect(effects.isEmpty, "the request waits for its time")
        let time = try #require(world.scheduled[.planned])
        effects = world.reducer.reduce(&world.state, .woken(.planned), at: time, using: &world.generator)
        let attempt = try #require(world.state.memory.tests.registration?.attempt)
        #expect(effects.contains(.send(.register(attempt))))
    }

    @Test(
        "gets its result in the background; the notification does not say which, and the result appears when opened",
        arguments: [TestOutcome.negative, .positive, .invalid]
    )
    mutating func result(outcome: TestOutcome) throws {
        world.act(Self.scan)
        world.servers.result = TestResultCode(kind: .pcr, outcome: outcome)
        world.run(hours: 72)
        #expect(world.count(.notice(.resultAvailable)) == 1, "one notification, the same for each result")
        #expect(world.test?.phase == .available)
        world.act(.openResult)
        #expect(world.test?.phase == .result(TestCard(rawValue: "\(outcome)") ?? .pending))
    }

    @Test("shows its result by hand when notifications are off")
    mutating func manual() throws {
        world.facts.notificationPermission = .refused
        world.act(Self.scan)
        world.servers.result = TestResultCode(kind: .rapid, outcome: .negative)
        world.act(.refresh, .openResult)
        #expect(world.test?.phase == .result(.negative))
        #expect(world.count(.notice(.resultAvailable)) == 0, "the open app shows it without a notification")
    }

    @Test("leads back to Home, not to the entry of its code")
    mutating func wayBack() throws {
        world.send(.enteredForeground, .open(.scan), Self.scan)
        #expect(world.state.places.current == .test)
        world.send(.goBack)
        #expect(world.state.places.current == .home)
    }

    @Test("needs the hotline for a chosen reason only while the person is there, for a known one until it is settled")
    mutating func reasons() throws {
        world.send(.enteredForeground, .askHotline(.newPhone))
        #expect(world.state.hotline.reason == .newPhone)
        world.send(.goBack)
        #expect(world.state.hotline.reason == nil)
        world.failures[.registration] = [.before(.refused(.code))]
        world.send(Self.scan)
        #expect(world.state.places.current == .hotline)
        world.send(.goBack)
        #expect(world.state.hotline.reason == .codeRefused)
    }

    @Test("with a code that the server refuses leads to the hotline")
    mutating func refused() throws {
        world.failures[.registration] = [.before(.refused(.code))]
        world.send(.enteredForeground, Self.scan)
        #expect(world.state.hotline.reason == .codeRefused)
        #expect(world.state.tests.registration == nil && world.test == nil)
        let reason: HotlineReason? = if case .hotline(let facts) = world.screen { facts.reason } else { nil }
        #expect(reason == .codeRefused)
    }

    @Test("keeps its code after 429, and the phone tries again by itself in the background")
    mutating func busy() throws {
        world.failures[.registration] = [.before(.tooManyRequests(seconds: 600))]
        world.act(Self.scan)
        #expect(world.test?.phase == .notRegistered(.busy))
        world.restart()
        world.run(hours: 48)
        #expect(world.test?.phase == .pending(nil) && world.count(.registration) == 2)
    }

    @Test("whose registration got no answer is registered again with the same bytes while the app is open")
    mutating func lostAnswer() throws {
        world.failures[.registration] = [.after]
        world.send(.enteredForeground, Self.scan)
        #expect(world.test?.phase == .notRegistered(.noAnswer))
        world.run(hours: 0.05)
        #expect(world.test?.phase == .pending(nil) && world.servers.registrations.count == 1)
    }

    @Test("whose answer is lost for good says so, in other words than a refused code")
    mutating func lostForGood() throws {
        world.failures[.registration] = [.after, .before(.unreachable)]
        world.act(Self.scan)
        world.run(hours: 48)
        #expect(world.state.hotline.reason == .answerLost)
    }

    @Test(
        "whose app was killed in the registration is registered with the same bytes when the app is opened soon",
        arguments: [true, false]
    )
    mutating func killedInRegistration(isSoon: Bool) throws {
        world.send(.enteredForeground)
        // The wake-up for the sequence after it is requested first.
        world.kill = .init(effect: world.effectCount + 2, isAfter: true)
        world.send(Self.scan)
        #expect(world.servers.registrations.count == 1)
        world.run(hours: isSoon ? 0.1 : 48)
        world.act(.open(.test))
        #expect(world.servers.registrations.count == 1)
        #expect(world.test?.phase == (isSoon ? .pending(nil) : nil))
        #expect(world.state.hotline.reason == (isSoon ? nil : .answerLost))
    }

    @Test("that was not sent for lack of a connection waits, and can be sent by hand")
    mutating func offline() throws {
        world.failures[.registration] = [.before(.unreachable)]
        world.send(.enteredForeground, Self.scan)
        #expect(world.test?.phase == .notRegistered(.noConnection))
        world.send(.refresh)
        #expect(world.test?.phase == .pending(nil))
    }

    @Test("that the server has forgotten leads to the hotline, and is not asked for again")
    mutating func forgotten() throws {
        world.act(Self.scan)
        world.servers.forgetTokens()
        world.act(.refresh)
        #expect(world.state.hotline.reason == .testForgotten)
        let questions = world.count(.question)
        world.run(hours: 72)
        #expect(world.count(.question) == questions)
    }

    @Test("whose results differ leads to the hotline, and the phone goes on asking")
    mutating func differing() throws {
        world.act(Self.scan)
        world.failures[.question] = [.before(.refused(.differingResults))]
        world.act(.refresh)
        #expect(world.state.hotline.reason == .resultsDiffer)
        world.servers.result = TestResultCode(kind: .pcr, outcome: .negative)
        world.run(hours: 72)
        #expect(world.test?.phase == .available)
    }

    @Test("by teleTAN is positive at once, without a question")
    mutating func teleTAN() throws {
        world.servers.teleTANs = [try TeleTAN("234567893D")]
        world.act(.askHotline(.codeLost), .typeTeleTAN("234-567 893d"), .confirmTeleTAN)
        #expect(world.test?.phase == .result(.positive) && world.test?.canShare == true)
        #expect(world.count(.question) == 0 && world.state.hotline.reason == nil)
    }

    @Test("by a wrong teleTAN leads back to the hotline, and keeps the test that was there")
    mutating func wrongTeleTAN() throws {
        world.act(Self.scan)
        world.send(.enteredForeground, .askHotline(.retrievalDeclined), .typeTeleTAN("234567893D"), .confirmTeleTAN)
        #expect(world.state.hotline.reason == .teleTANRefused && world.test?.phase == .pending(nil))
    }

    @Test("is no test if the QR code is another one; nothing leaves")
    mutating func otherCode() throws {
        world.send(.enteredForeground, .open(.scan), .scan("https://example.org/", birthDate: nil))
        let refusal: ScanRefusal? = if case .scan(let facts) = world.screen { facts.refusal } else { nil }
        #expect(refusal == .otherCode)
        #expect(world.count(.registration) == 0)
        world.send(.goBack)
        #expect(world.state.tests.scanRefusal == nil)
    }

    @Test("is not replaced while its registration has no answer")
    mutating func busyEntry() throws {
        world.failures[.registration] = [.before(.tooManyRequests(seconds: 100_000))]
        world.act(Self.scan)
        let attempt = try #require(world.state.tests.registration?.attempt)
        world.act(.scan("https://localhost/?F1EE0D-F1EE0D4D-4346-4B63-B9CF-1522D9200915", birthDate: nil))
        #expect(world.state.tests.registration?.attempt == attempt)
    }

    @Test("can be removed")
    mutating func removed() throws {
        world.act(Self.scan, .removeTest)
        #expect(world.test == nil)
        world.run(hours: 48)
        #expect(world.count(.registration) == 1 && world.count(.question) == 0, "and is not asked for any more")
    }
}
