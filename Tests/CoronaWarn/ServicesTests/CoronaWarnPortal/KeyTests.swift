import CoronaWarnPorts
import ExposurePrimitives
import ExposureTesting
import PortalTesting
import ServiceKit
import ServiceTesting
import Testing

@testable import CoronaWarnPortal

@Suite("The laboratory's key on the operators' page")
struct KeyTests {
    private let sample: SamplePortal
    private let luca: PortalBrowser

    init() async throws {
        sample = try await SamplePortal()
        luca = try await sample.signedIn("luca")
    }

    static let path = "/portal/laboratory/keys"

    private func holder(of key: String) async throws -> AccessKeyHolder? {
        try await sample.keys.holder(of: TokenDigest(of: SecretBytes(key.utf8)).bytes, now: sample.clock.now())
    }

    @Test("a key is shown once, opens what a laboratory's key opens, and ends after 90 days")
    func create() async throws {
        #expect(try await luca.get(Self.path).text.contains("There is no key yet."))
        let key = try #require(try await luca.changeKey("create").once)
        let owner = try await holder(of: key)
        #expect(owner?.name == "lab-one" && owner?.role == .laboratory)
        let page = try await luca.get(Self.path).text
        #expect(page.contains("valid until 06/10/2020") && !page.contains(key))
        #expect(try await sample.events == ["laboratory-key-changing", "laboratory-key-made"])
        #expect(!sample.log.contains(key))
        #expect(try await luca.changeKey("create").status == 409, "there is one")
        #expect(try await holder(of: key) != nil)
    }

    @Test("the next key leaves the one before valid for 7 days, and then comes the next change")
    func rotate() async throws {
        #expect(try await luca.changeKey("rotate").status == 409, "there is none")
        let first = try #require(try await luca.changeKey("create").once)
        let second = try #require(try await luca.changeKey("rotate").once)
        let again = try await luca.changeKey("rotate")
        #expect(again.status == 409 && again.text.contains("Two keys are valid until 15/07/2020."))
        for (days, isFormerLive) in [(7, false), (-1, true)] as [(Int64, Bool)] {
            sample.clock.advance(bySeconds: days * UnixTime.secondsPerDay)
            #expect(try await (holder(of: first) != nil) == isFormerLive)
            #expect(try await holder(of: second) != nil)
        }
    }

    @Test("replacing and blocking must be meant; then the keys before open nothing", arguments: ["replace", "revoke"])
    func consent(change: String) async throws {
        let first = try #require(try await luca.changeKey("create").once)
        let refused = try await luca.changeKey(change, consent: false)
        #expect(refused.status == 422 && refused.text.contains("Nothing was changed."))
        #expect(try await holder(of: first) != nil)
        let answer = try await luca.changeKey(change)
        #expect(answer.status == 200)
        #expect(try await holder(of: first) == nil)
        #expect((answer.once != nil) == (change == "replace"))
        if change == "revoke" {
            #expect(answer.text.contains("The laboratory is blocked"))
            #expect(try await sample.events.last == "laboratory-key-revoked")
        }
    }

    @Test("a form that is sent twice makes one key")
    func twice() async throws {
        _ = try await luca.changeKey("create")
        let turn = try #require(try await luca.get(Self.path).value(of: "turn"))
        let first = try #require(try await luca.changeKey("replace", turn: turn).once)
        let second = try await luca.changeKey("replace", turn: turn)
        #expect(second.status == 409 && second.once == nil && second.text.contains("was sent already"))
        #expect(try await holder(of: first) != nil)
    }

    @Test("an unknown change is refused", arguments: ["", "Create", "give"])
    func unknown(change: String) async throws {
        #expect(try await luca.changeKey(change).status == 400)
        #expect(try await sample.events.isEmpty)
    }

    @Test("of two laboratories each changes its own key")
    func own() async throws {
        let mara = try await sample.signedIn("mara")
        let key = try #require(try await luca.changeKey("create").once)
        #expect(try await mara.get(Self.path).text.contains("There is no key yet."))
        #expect(try await mara.changeKey("revoke").status == 409, "there is nothing to block")
        #expect(try await holder(of: key) != nil)
    }
}

extension PortalBrowser {
    /// Sends a change of the laboratory's key.
    ///
    /// - Parameter turn: that of the form; nil for that of a page drawn now.
    func changeKey(_ change: String, turn: String? = nil, consent: Bool = true) async throws -> Shown {
        let current = try await get(KeyTests.path).value(of: "turn") ?? ""
        var fields = ["change": change, "turn": turn ?? current]
        fields["consent"] = consent ? "yes" : nil
        return try await post(KeyTests.path, fields)
    }
}
