import ExposurePrimitives
import ExposureTesting
import StoreConformance
import Stores
import Testing

@testable import OperatorPortal

@Suite("Operators' passwords")
struct PasswordTests {
    private func change(
        _ browser: Browser,
        old: String = SamplePortal.password,
        new: String = "another good password",
        again: String? = nil
    ) async throws -> Shown {
        _ = try await browser.get("/portal/password")
        return try await browser.post("/portal/password", ["old": old, "new": new, "again": again ?? new])
    }

    @Test("a changed password is in force, here and for new sessions, and ends the others")
    func changes() async throws {
        let sample = try await SamplePortal()
        let (here, there) = (try await sample.signedIn(), try await sample.signedIn())
        let answer = try await change(here)
        #expect(answer.status == 200)
        #expect(answer.text.contains("The password is changed."))
        #expect(try await here.get("/portal").status == 200)
        #expect(try await there.get("/portal").status == 303)
        try await there.signIn("anna", password: "another good password")
        let old = try await there.post("/portal/sign-in", ["name": "anna", "password": SamplePortal.password])
        #expect(old.status == 401)
    }

    @Test("a wrong old password, two that differ, a short one and one with the name change nothing")
    func refuses() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        #expect(try await change(browser, old: "wrong").text.contains("not the password until now"))
        #expect(try await change(browser, again: "x").text.contains("are not the same"))
        for new in ["elevenchars", "my name is Anna", "", String(repeating: "x", count: 257)] {
            #expect(try await change(browser, new: new).status == 422)
        }
        try await browser.signIn("anna")
    }

    @Test("passwords of 12 characters and of 256 bytes are taken")
    func limits() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        #expect(try await change(browser, new: "twelve chars").status == 200)
        #expect(try await change(browser, old: "twelve chars", new: String(repeating: "x", count: 256)).status == 200)
    }

    @Test("guessing the old password is slowed as signing in is")
    func slowed() async throws {
        let browser = try await SamplePortal().signedIn()
        for _ in 0..<5 {
            #expect(try await change(browser, old: "wrong").status == 422)
        }
        #expect(try await change(browser).status == 429)
    }

    @Test("a hash has a salt of its own, and knows its password alone")
    func hashing() async throws {
        let hasher = PasswordHasher(strength: .init(cost: 2, blockSize: 1, parallelism: 1))
        let password = SecretBytes("one".utf8)
        let (first, second) = (try await hasher.hash(password), try await hasher.hash(password))
        #expect(first.salt != second.salt && first.output != second.output)
        #expect(try await hasher.verify(password, against: first))
        #expect(try await !hasher.verify(SecretBytes("two".utf8), against: first))
        #expect(try await !hasher.verify(password, against: nil))
    }

    @Test("scrypt is that of RFC 7914, section 12")
    func vector() async throws {
        let hash = PasswordHash(
            cost: 1024,
            blockSize: 8,
            parallelism: 16,
            salt: Array("NaCl".utf8),
            // The first 32 of the 64 bytes: PBKDF2 gives the same for less.
            output: try #require(Hex.decode("fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162"))
        )
        let hasher = PasswordHasher(strength: .standard)
        #expect(try await hasher.verify(SecretBytes("password".utf8), against: hash))
    }

    @Test("made passwords are long, readable and different")
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
        "names are letters, digits and three signs, in one spelling",
        arguments: [
            ("anna", "anna"), ("Anna.Rossi-2_b", "anna.rossi-2_b"), ("", nil), ("1anna", nil), ("an na", nil),
            ("ànna", nil), (String(repeating: "a", count: 64), String(repeating: "a", count: 64)),
            (String(repeating: "a", count: 65), nil), ("a'--", nil), ("\u{212A}arl", "karl"),
        ]
    )
    func names(text: String, name: String?) {
        #expect(OperatorName(text)?.description == name)
    }
}
