import ExposurePrimitives
import ExposureTesting
import PortalTesting
import SQLiteTesting
import SQLStores
import Testing

@testable import OperatorPortal

@Suite("Slowing down password guessing")
struct SignInThrottleTests {
    private let clock = ManualClock(UnixTime(1000))
    private let stranger = SignInThrottle.Source.stranger(name: "anna")
    private let store: SQLOperators
    private var throttle: SignInThrottle { SignInThrottle(store: store, clock: clock) }

    init() async throws { store = SQLOperators(try await TemporaryDatabase(.operators)) }

    /// The attempts that are free.
    private func tryFiveTimes() async throws {
        for _ in 0..<5 {
            #expect(try await throttle.begin(stranger) == nil)
        }
    }

    @Test("five attempts are free, and then each waits twice as long, up to five minutes")
    func growth() async throws {
        try await tryFiveTimes()
        for wait in [5, 10, 20, 40, 80, 160, 300, 300, 300] as [Int64] {
            #expect(try await throttle.begin(stranger) == wait)
            clock.advance(bySeconds: wait - 1)
            #expect(try await throttle.begin(stranger) == 1)
            clock.advance(bySeconds: 1)
            #expect(try await throttle.begin(stranger) == nil)
        }
    }

    @Test("waits have a limit for any count, and a clock set back prolongs none")
    func bounds() async throws {
        #expect(SignInThrottle.delay(after: .max) == 300)
        try await tryFiveTimes()
        clock.advance(bySeconds: -86_400)
        #expect(try await throttle.begin(stranger) == 5)
        clock.advance(bySeconds: 4)
        #expect(try await throttle.begin(stranger) == 1)
        clock.advance(bySeconds: 1)
        #expect(try await throttle.begin(stranger) == nil, "a clock that was set back does not prolong the wait")
    }

    @Test("a right password, or a day without an attempt, resets the count")
    func forgets() async throws {
        for _ in 0..<2 {
            try await tryFiveTimes()
            #expect(try await throttle.begin(stranger) != nil)
            try await throttle.succeed(stranger)
        }
        try await tryFiveTimes()
        clock.advance(bySeconds: 86_400)
        try await tryFiveTimes()
        #expect(try await throttle.begin(stranger) == 5)
    }

    @Test("the wait begins with the end of the last attempt, and an attempt that was not checked does not count")
    func ends() async throws {
        try await tryFiveTimes()
        clock.advance(bySeconds: 3)
        try await throttle.fail(stranger, of: nil)
        clock.advance(bySeconds: 4)
        #expect(try await throttle.begin(stranger) == 1)
        try await throttle.takeBack(stranger)
        #expect(try await throttle.begin(stranger) == nil)
        #expect(try await throttle.begin(stranger) == 5)
        for _ in 0..<9 {
            try await throttle.takeBack(stranger)
        }
        #expect(try await throttle.begin(stranger) == nil)
        try await throttle.takeBack(stranger)
        let left = try await store.changeTries(of: stranger.digest, adding: nil) { $0 }
        #expect(left == nil, "nothing is kept of a source whose only attempt was taken back")
    }

    @Test("counts survive a restart and are shared by processes; a stranger's name is not stored")
    func kept() async throws {
        for _ in 0..<5 {
            _ = try await SignInThrottle(store: store, clock: clock).begin(stranger)
        }
        #expect(try await SignInThrottle(store: store, clock: clock).begin(stranger) == 5)
        let digests = Set((0..<100_000).map { SignInThrottle.Source.stranger(name: "\($0)").digest })
        #expect(digests.count <= 65_536 && digests.count > 40_000)
    }

    @Test("a reset lets in an operator at once whose name strangers tried")
    func reset() async throws {
        let sample = try await SamplePortal()
        let stranger = sample.browser()
        for _ in 0..<6 {
            _ = try await stranger.tryToSignIn("anna", "guessed guessed")
        }
        try await sample.reset("anna", password: "quite another password")
        try await sample.browser().signIn("anna", password: "quite another password")
    }

    @Test("strangers make each other wait, but not the operator at her own desk")
    func ownDesk() async throws {
        let sample = try await SamplePortal()
        let desk = try await sample.signedIn("anna")
        _ = try await desk.post("/portal/sign-out", [:])
        let stranger = sample.browser()
        func guess(_ name: String) async throws -> Int {
            try await stranger.tryToSignIn(name, "guessed guessed").status
        }
        for name in ["anna", "nobody"] {
            for _ in 0..<5 {
                #expect(try await guess(name) == 401)
            }
            #expect(try await guess(name) == 429, "alike for a name that does not exist")
        }
        let right = try await sample.browser().tryToSignIn("anna")
        #expect(right.status == 429 && right.text.contains("wait 5 seconds"))
        try await desk.signIn("anna")
        sample.clock.advance(bySeconds: 5)
        #expect(try await guess("anna") == 401)
    }

    @Test("a known browser is slowed only by its own wrong attempts, and only for its own name")
    func knownBrowser() async throws {
        let sample = try await SamplePortal()
        let desk = try await sample.signedIn("anna")
        _ = try await desk.post("/portal/sign-out", [:])
        func guess(_ name: String) async throws -> Int { try await desk.tryToSignIn(name, "guessed guessed").status }
        for _ in 0..<5 {
            #expect(try await guess("anna") == 401)
            #expect(try await guess("bruno") == 401)
        }
        #expect(try await guess("anna") == 429)
        #expect(try await guess("bruno") == 429)
        #expect(try await sample.browser().tryToSignIn("anna").status == 303)
    }
}
