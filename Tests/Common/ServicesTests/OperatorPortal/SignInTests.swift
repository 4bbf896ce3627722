import ClockPorts
import ExposurePrimitives
import ExposureTesting
import HTTPTypes
import OperatorStores
import PortalTesting
import SQLiteTesting
import ServiceKit
import Testing

@testable import OperatorPortal

@Suite("Signing in to the operators' pages")
struct SignInTests {
    private let sample: SamplePortal

    init() async throws { sample = try await SamplePortal() }

    @Test("a person who is not signed in is led to the form, and one who is signed in past it")
    func redirects() async throws {
        let browser = sample.browser()
        for path in ["/portal", "/portal/noted", "/portal/password"] {
            let answer = try await browser.get(path)
            #expect((answer.status, answer.location) == (303, "/portal/sign-in"))
        }
        try await browser.signIn("Anna ")
        #expect(try await browser.get("/portal").status == 200)
        #expect(try await browser.get("/portal/sign-in").location == "/portal")
        #expect(try await sample.events == [.created, .created, .signedIn])
    }

    @Test(
        "a wrong name, a wrong password and a closed account are refused the same way",
        arguments: [
            ("anna", "wrong password"), ("carla", PortalBench.password), ("bruno", PortalBench.password),
            ("", ""), ("ANNA!", PortalBench.password), ("anna", ""), ("anna", PortalBench.password + "x"),
        ]
    )
    func refuses(name: String, password: String) async throws {
        try await sample.accounts.disable(#require(OperatorName("bruno")))
        let browser = sample.browser()
        _ = try await browser.get("/portal/sign-in")
        let before = browser.cookies
        let answer = try await browser.post("/portal/sign-in", ["name": name, "password": password])
        #expect(answer.status == 401)
        #expect(answer.text.contains("The name or the password is wrong."))
        #expect(!answer.text.contains(password) || password.isEmpty)
        #expect(browser.cookies == before)
        #expect(try await browser.get("/portal").status == 303)
    }

    @Test("a wrong name, a wrong password and a closed account cause the same number of writes")
    func writes() async throws {
        try await sample.accounts.disable(#require(OperatorName("bruno")))
        let browser = sample.browser()
        _ = try await browser.get("/portal/sign-in")
        var counts: [Int] = []
        for name in ["anna", "bruno", "carla", "No Name!"] {
            let before = sample.bench.database.writeCount
            _ = try await browser.post("/portal/sign-in", ["name": name, "password": "guessed guessed"])
            counts.append(sample.bench.database.writeCount - before)
        }
        #expect(counts == [2, 2, 2, 2])
    }

    @Test("a password that is changed, or an account that is closed, while the password is checked, opens no session")
    func changedMeanwhile() async throws {
        for change in ["password = zeroblob(32)", "disabled_at = 1"] {
            let check = "FROM operator WHERE name = ? AND disabled_at IS NULL"
            let fault = SQLFault("is changed meanwhile", check, before: "UPDATE operator SET \(change)")
            let sample = try await SamplePortal(fault: fault)
            let browser = sample.browser()
            #expect(try await browser.tryToSignIn("anna").status == 401)
            #expect(try await browser.get("/portal").status == 303)
            #expect(try await !sample.events.contains(.signedIn))
        }
    }

    @Test("each session has a new secret, and the store knows only its digest")
    func fixation() async throws {
        let browser = sample.browser()
        _ = try await browser.get("/portal/sign-in")
        let planted = try #require(browser.cookies["avviso-form"])
        browser.cookies["avviso-portal"] = planted
        try await browser.signIn("anna")
        let cookie = try #require(browser.cookies["avviso-portal"])
        #expect(cookie != planted)
        let secret = try #require(BrowserSecret(cookie: cookie))
        #expect(try await sample.store.session(secret.digest) != nil)
        #expect(try await sample.store.session(SecretDigest(#require(Base64URL.decode(cookie)))) == nil)
        browser.cookies["avviso-portal"] = planted
        #expect(try await browser.get("/portal").status == 303)
    }

    @Test("a session ends after 15 minutes without a request, and always after 12 hours")
    func ends() async throws {
        let browser = try await sample.signedIn()
        sample.clock.advance(bySeconds: 899)
        #expect(try await browser.get("/portal").status == 200)
        sample.clock.advance(bySeconds: 900)
        #expect(try await browser.get("/portal").status == 303)
        try await browser.signIn("anna")
        for _ in 0..<(43_200 / 600 - 1) {
            sample.clock.advance(bySeconds: 600)
            #expect(try await browser.get("/portal").status == 200)
        }
        sample.clock.advance(bySeconds: 599)
        #expect(try await browser.get("/portal").status == 200)
        sample.clock.advance(bySeconds: 1)
        #expect(try await browser.get("/portal").status == 303)
    }

    @Test("a session that began under a clock that was ahead has ended when the clock is right")
    func fromTheFuture() async throws {
        for (ahead, isSignedIn) in [(899, true), (900, false), (157_680_000, false)] as [(Int64, Bool)] {
            sample.clock.advance(bySeconds: ahead)
            let browser = try await sample.signedIn()
            sample.clock.advance(bySeconds: -ahead)
            #expect(try await browser.get("/portal").status == (isSignedIn ? 200 : 303), "\(ahead) seconds ahead")
        }
    }

    @Test("while the clock is held no session, account or line of the audit log is deleted")
    func heldClock() async throws {
        try await sample.accounts.disable(#require(OperatorName("bruno")))
        let events = try await sample.events
        let start = sample.clock.now()
        let cleanup = try #require(sample.portal.jobs.first { $0.name == "portal-cleanup" })
        sample.clock.advance(bySeconds: 5 * 365 * UnixTime.secondsPerDay)
        sample.clock.hold(since: start)
        await #expect(throws: ClockHold.self) { try await cleanup.run() }
        #expect(try await sample.events == events)
        sample.clock.trust()
        try await cleanup.run()
        #expect(try await sample.events.isEmpty)
    }

    @Test("a form posted after the end says that nothing was done")
    func postAfterEnd() async throws {
        let browser = try await sample.signedIn()
        sample.clock.advance(bySeconds: 900)
        #expect(try await browser.post("/portal", ["note": "a note"]).location == "/portal/sign-in?ended=1")
        #expect(sample.notes.received.isEmpty)
        #expect(try await browser.get("/portal/sign-in", query: [("ended", "1")]).text.contains("Nothing was done."))
    }

    @Test("signing out ends the session also for a stolen cookie")
    func signOut() async throws {
        let browser = try await sample.signedIn()
        let kept = browser.cookies
        #expect(try await browser.post("/portal/sign-out", [:]).location == "/portal/sign-in")
        #expect(browser.cookies["avviso-portal"] == nil)
        browser.cookies = kept
        #expect(try await browser.get("/portal").status == 303)
        #expect(try await sample.events.last == .signedOut)
    }

    @Test("closing or resetting an account ends its sessions at once")
    func administration() async throws {
        let (anna, bruno) = (try await sample.signedIn("anna"), try await sample.signedIn("bruno"))
        try await sample.accounts.disable(#require(OperatorName("anna")))
        try await sample.reset("bruno", password: "quite another password")
        for browser in [anna, bruno] {
            #expect(try await browser.get("/portal").status == 303)
        }
        try await bruno.signIn("bruno", password: "quite another password")
        try await sample.reset("anna", password: "quite another password")
        try await anna.signIn("anna", password: "quite another password")
    }

    @Test("over TLS, cookies are limited to it and to this host")
    func secureCookies() async throws {
        let sample = try await SamplePortal(settings: ["internal.tls-certificate": "c.pem"])
        let browser = sample.browser()
        let answer = try await browser.get("/portal/sign-in")
        let cookie = try #require(answer.response.headers[values: .setCookie].first)
        #expect(cookie.hasPrefix("__Host-avviso-form="))
        #expect(cookie.hasSuffix("; Path=/; HttpOnly; SameSite=Strict; Secure"))
        try await browser.signIn("anna")
        #expect(Set(browser.cookies.keys) == ["__Host-avviso-portal", "__Host-avviso-form", "__Host-avviso-browser"])
    }

    @Test("a link from another site, which comes without cookies, does not end a session")
    func linkFromElsewhere() async throws {
        let browser = try await sample.signedIn()
        let (kept, token) = (browser.cookies, browser.token)
        browser.cookies = [:]
        #expect(try await browser.get("/portal").location == "/portal/sign-in")
        _ = try await browser.get("/portal/sign-in")
        browser.cookies.merge(kept) { fresh, _ in fresh }
        let answer = try await browser.post("/portal", ["note": "a note"], form: token)
        #expect(answer.location == "/portal/noted", "what was being typed there can be sent")
    }

    @Test("the end of an idle session is not a sign-out in the audit log")
    func noSignOut() async throws {
        let browser = try await sample.signedIn()
        sample.clock.advance(bySeconds: 900)
        #expect(try await browser.get("/portal").status == 303)
        #expect(try await sample.events.last == .signedIn)
    }

    @Test("strangers who keep all their places busy do not lock out a known browser")
    func places() async throws {
        let hasher = PasswordHasher(strength: .init(cost: 2, blockSize: 1, parallelism: 1))
        let password = SecretBytes("a password of theirs".utf8)
        func check(isStranger: Bool) async throws {
            _ = try await hasher.verify(password, against: nil, isStranger: isStranger)
        }
        for _ in 0..<PasswordHasher.placesForStrangers {
            try await check(isStranger: true)
            try await hasher.enter(PasswordHasher.placesForStrangers)
        }
        await #expect(throws: PortalError.busy) { try await check(isStranger: true) }
        for _ in PasswordHasher.placesForStrangers..<PasswordHasher.places {
            try await check(isStranger: false)
            try await hasher.enter(PasswordHasher.places)
        }
        await #expect(throws: PortalError.busy) { try await check(isStranger: false) }
    }
}

@Suite("Forms of the operators' pages")
struct ForeignFormTests {
    private let sample: SamplePortal

    init() async throws { sample = try await SamplePortal() }

    private static let forms = ["/portal/sign-in", "/portal", "/portal/password", "/portal/sign-out"]

    @Test("no form is accepted without the hidden field of this browser's page", arguments: forms)
    func withoutToken(path: String) async throws {
        let (browser, other) = (try await sample.signedIn(), try await sample.signedIn("bruno"))
        for token in ["", "x", other.token, String(browser.token.dropLast()), browser.token + "A", "%"] {
            #expect(try await browser.post(path, ["note": "a note"], form: token).status == 403)
        }
        #expect(sample.notes.received.isEmpty)
        #expect(try await browser.get("/portal").status == 200, "still signed in")
    }

    @Test("a form from another site is refused, whatever it contains", arguments: ["cross-site", "same-site", "x"])
    func otherSite(site: String) async throws {
        let browser = try await sample.signedIn()
        let headers: HTTPFields = [try #require(HTTPField.Name("Sec-Fetch-Site")): site]
        #expect(try await browser.post("/portal/sign-out", [:], headers: headers).status == 403)
        #expect(try await browser.get("/portal").status == 200)
    }

    @Test("without the cookie no form is accepted, not even with the field")
    func withoutCookie() async throws {
        let browser = try await sample.signedIn()
        browser.cookies = [:]
        #expect(try await browser.post("/portal", ["note": "a note"]).location == "/portal/sign-in?ended=1")
        #expect(sample.notes.received.isEmpty)
        let fields: KeyValuePairs = ["name": "anna", "password": PortalBench.password]
        #expect(try await browser.post("/portal/sign-in", fields).status == 403)
    }

    @Test("a form of another browser signs nobody in, also while somebody is signed in here")
    func foreignSignIn() async throws {
        let (browser, other) = (try await sample.signedIn(), sample.browser())
        _ = try await other.get("/portal/sign-in")
        let fields: KeyValuePairs = ["name": "bruno", "password": PortalBench.password]
        #expect(try await browser.post("/portal/sign-in", fields, form: other.token).status == 403)
        #expect(try await browser.post("/portal/sign-in", fields).status == 403, "nor by one of the session")
        #expect(try await sample.events.last == .signedIn)
    }

    @Test("the field does not reveal the cookie")
    func field() throws {
        var generator = SystemRandomNumberGenerator()
        let secret = BrowserSecret(using: &generator)
        #expect(secret.exposedFormToken != secret.exposedCookie)
        #expect(secret.accepts(formToken: secret.exposedFormToken))
        #expect(!secret.accepts(formToken: secret.exposedCookie))
        #expect(!"\(secret)".contains(secret.exposedCookie))
        for text in ["", "AAAA", secret.exposedCookie + "AA", String(secret.exposedCookie.dropLast()), "=", nil] {
            #expect(BrowserSecret(cookie: text) == nil)
        }
    }
}
