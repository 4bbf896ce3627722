import ExposurePrimitives
import OperatorStores
import PortalTesting
import Testing

@testable import OperatorPortal

@Suite("Operators' passwords")
struct PasswordTests {
    private let sample: SamplePortal

    init() async throws { sample = try await SamplePortal() }

    private func change(
        _ browser: PortalBrowser,
        old: String = PortalBench.password,
        new: String = "another good password",
        again: String? = nil
    ) async throws -> Shown {
        _ = try await browser.get("/portal/password")
        return try await browser.post("/portal/password", ["old": old, "new": new, "again": again ?? new])
    }

    @Test("a changed password applies here and to new sessions, and ends the other sessions")
    func changes() async throws {
        let (here, there) = (try await sample.signedIn(), try await sample.signedIn())
        #expect(try await change(here).location == "/portal/password?changed=1")
        let page = try await here.get("/portal/password", query: [("changed", "1")])
        #expect(page.text.contains("The password is changed."))
        #expect(try await here.get("/portal").status == 200)
        #expect(try await there.get("/portal").status == 303)
        try await there.signIn("anna", password: "another good password")
        #expect(try await sample.browser().tryToSignIn("anna").status == 401)
    }

    @Test("a wrong old password, two that differ, a short one and one with the name change nothing")
    func refuses() async throws {
        let browser = try await sample.signedIn()
        #expect(try await change(browser, old: "wrong").text.contains("not the current password"))
        #expect(try await change(browser, again: "x").text.contains("are not the same"))
        #expect(try await change(browser, new: PortalBench.password).text.contains("your current password"))
        for new in ["fourteen chars", "my name is Anna", "", Self.long(257)] {
            #expect(try await change(browser, new: new).status == 422)
        }
        try await sample.browser().signIn("anna")
    }

    /// A password of `count` bytes.
    private static func long(_ count: Int) -> String {
        String(String(repeating: "correct horse ", count: 20).prefix(count))
    }

    @Test("passwords of 15 characters and of 256 bytes are accepted, and checked to their last byte")
    func limits() async throws {
        let browser = try await sample.signedIn()
        #expect(try await change(browser, new: "fifteen chars è").status == 303)
        #expect(try await change(browser, old: "fifteen chars è", new: Self.long(256)).status == 303)
        let other = sample.browser()
        _ = try await other.get("/portal/sign-in")
        for password in [Self.long(257), Self.long(255)] {
            #expect(try await other.post("/portal/sign-in", ["name": "anna", "password": password]).status == 401)
        }
        try await sample.browser().signIn("anna", password: Self.long(256))
    }

    @Test(
        "common passwords are refused, whatever their length",
        arguments: [
            "passwordpassword", "Password12345678", "123456789012345", "qwertyuiopqwerty", "aaaaaaaaaaaaaaaaaaaa",
            "abcabcabcabcabcabc", "avviso-portal-2026", "anna.anna.anna.anna", "contraseña123456",
        ]
    )
    func easy(password: String) throws {
        let name = try #require(OperatorName("anna"))
        #expect(throws: OperatorAccountError.passwordTooEasy) {
            try PasswordRule.checked(SecretBytes(password.utf8), for: name)
        }
    }

    @Test(
        "a good password is accepted, even if it contains the letters of a short name",
        arguments: ["annapurna base camp", "correct horse battery", "zehn zahme Ziegen", "été à la montagne"]
    )
    func good(password: String) throws {
        let name = try #require(OperatorName("a"))
        #expect(try PasswordRule.checked(SecretBytes(password.utf8), for: name).count >= 15)
    }

    @Test("a password is the same from every keyboard")
    func keyboards() {
        let (composed, apart) = ("caff\u{E8} lungo al banco", "caffe\u{300} lungo al banco")
        #expect(Array(composed.utf8) != Array(apart.utf8))
        let plain = [composed, apart].map { PasswordRule.plain(SecretBytes($0.utf8)).password }
        #expect(plain[0] == plain[1])
    }

    @Test("an operator with an issued password can do nothing before changing it")
    func firstPassword() async throws {
        let name = try #require(OperatorName("carla"))
        let password = SecretBytes("given by somebody".utf8)
        try await sample.accounts.create(name, roles: [.counter], password: password, isOwn: false)
        for _ in 0..<2 {
            let browser = sample.browser()
            #expect(try await browser.tryToSignIn("carla", "given by somebody").location == "/portal")
            let page = try await browser.get("/portal/password")
            #expect(page.text.contains("choose one that only you know"))
            #expect(!page.text.contains(#"href="/portal""#))
            for path in ["/portal", "/portal/noted"] {
                #expect(try await browser.get(path).location == "/portal/password")
            }
            #expect(try await browser.post("/portal", ["note": "a note"]).location == "/portal/password")
            #expect(sample.notes.received.isEmpty)
            #expect(try await change(browser, old: "given by somebody", new: "given by somebody").status == 422)
            #expect(try await change(browser, old: "given by somebody").status == 303)
            #expect(try await browser.get("/portal").status == 200)
            try await sample.accounts.reset(name, password: password)
        }
    }

    @Test("guessing the old password is slowed like signing in")
    func slowed() async throws {
        let browser = try await sample.signedIn()
        for _ in 0..<5 {
            #expect(try await change(browser, old: "wrong").status == 422)
        }
        #expect(try await change(browser).status == 429)
    }

    @Test("a hash has its own salt, and matches only its password")
    func hashing() async throws {
        let hasher = PasswordHasher(strength: .init(cost: 2, blockSize: 1, parallelism: 1))
        let password = SecretBytes("one".utf8)
        let (first, second) = (try await hasher.hash(password), try await hasher.hash(password))
        #expect(first.salt != second.salt && first.output != second.output)
        #expect(try await hasher.verify(password, against: first, isStranger: false))
        #expect(try await !hasher.verify(SecretBytes("two".utf8), against: first, isStranger: false))
        #expect(try await !hasher.verify(password, against: nil, isStranger: false))
    }

    @Test("scrypt is that of RFC 7914, section 12")
    func vector() async throws {
        let hash = PasswordHash(
            cost: 1024,
            blockSize: 8,
            parallelism: 16,
            salt: Array("NaCl".utf8),
            // The first 32 of the 64 bytes; PBKDF2 gives the same bytes for a shorter length.
            output: try #require(Hex.decode("fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"))
        )
        let hasher = PasswordHasher(strength: .standard)
        #expect(try await hasher.verify(SecretBytes("password".utf8), against: hash, isStranger: false))
    }

    @Test("generated passwords are long, readable and different")
    func making() {
        var generator = SeededGenerator(seed: 7)
        let passwords = (0..<100).map { _ in
            String(decoding: OperatorAccounts.makePassword(using: &generator).exposedBytes, as: UTF8.self)
        }
        #expect(Set(passwords).count == 100)
        for password in passwords {
            #expect(password.count == 24)
            #expect(password.split(separator: "-").map(\.count) == [4, 4, 4, 4, 4])
            #expect(!password.contains { "ilo01".contains($0) })
        }
    }

    @Test(
        "names consist of letters, digits and three signs, in one spelling",
        arguments: [
            ("anna", "anna"), ("Anna.Rossi-2_b", "anna.rossi-2_b"), ("", nil), ("1anna", nil), ("an na", nil),
            ("ànna", nil), (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            (String(repeating: "a", count: 65), nil), ("a'--", nil), ("\u{212A}arl", "karl"),
        ]
    )
    func names(text: String, name: String?) { #expect(OperatorName(text)?.description == name) }
}
