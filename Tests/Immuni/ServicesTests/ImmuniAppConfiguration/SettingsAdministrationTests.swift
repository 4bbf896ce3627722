import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import Persistence
import SQLStores
import SQLiteTesting
import Testing
import WireFormat

@testable import ImmuniAppConfiguration
@testable import SettingsDocuments

@Suite("Changing the apps' settings")
struct SettingsAdministrationTests {
    private let store: SQLSettings
    private let clock = ManualClock(UnixTime(1_795_255_200))
    private var administration: SettingsAdministration { SettingsAdministration(store: store, clock: clock) }

    init() async throws { store = SQLSettings(try await TemporaryDatabase(.settings)) }

    private static func demo() throws -> SettingsDocument {
        try SettingsDocument(parsing: JSONValue(parsing: #require(SettingsPreset.builtIn(named: "demo"))))
    }

    private static var signature: SettingsAdministration.Signature {
        get throws { try .init(author: "ada", reason: "a test") }
    }

    private func edit(
        _ assignments: String...,
        platforms: [SettingsRequest.Platform] = SettingsRequest.Platform.allCases,
        build: Int = 1,
        removals: [String] = []
    ) -> SettingsEdit {
        SettingsEdit(platforms: platforms, startingBuild: build, assignments: assignments, removals: removals)
    }

    private func withDemo() async throws {
        _ = try await administration.replace(by: Self.demo(), by: Self.signature)
    }

    @Test(
        "packets smaller than Exposure Ingestion requires are refused, for any phone",
        arguments: [(119_999, false), (120_000, true)]
    )
    func packets(size: Int, isTaken: Bool) async throws {
        try await withDemo()
        _ = try await administration.set(edit("teks_packet_size=130000"), by: Self.signature)
        let strict = SettingsAdministration(store: store, clock: clock, minPacketSize: 120_000)
        let change = edit("teks_packet_size=\(size)", platforms: [.android], build: 9)
        guard isTaken else {
            await #expect(throws: SettingsRefusal.self) { try await strict.set(change, by: Self.signature) }
            return
        }
        #expect(try await strict.set(change, by: Self.signature).revision == 3)
    }

    @Test("a change is a new revision with its time, author and reason")
    func change() async throws {
        try await withDemo()
        clock.advance(bySeconds: 60)
        let outcome = try await administration.set(edit("teks_max_info_count=500"), by: Self.signature)
        #expect(outcome.revision == 2)
        #expect(outcome.differences.map(\.path) == ["teks_max_info_count", "teks_max_info_count"])
        #expect(outcome.differences.map(\.old) == [600, 600] && outcome.differences.map(\.new) == [500, 500])
        let expected = SettingsChange(madeAt: clock.now(), author: "ada", reason: "a test", origin: .set)
        #expect(try await administration.history().first?.change == expected)
    }

    @Test("a contradiction is refused with every reason, and nothing changes")
    func refusal() async throws {
        try await withDemo()
        let wrong = edit("teks_packet_size=5000", "pn_url.it=http://a.example", platforms: [.iOS])
        let refusal = await #expect(throws: SettingsRefusal.self) {
            try await administration.set(wrong, by: Self.signature)
        }
        #expect(refusal?.reasons.count == 2)
        #expect(try await administration.inForce().document == Self.demo())
        #expect(try await store.revision() == 1)
    }

    @Test("two changes that are valid only together can be made together")
    func together() async throws {
        try await withDemo()
        let smaller = edit("teks_max_info_count=0", "teks_packet_size=20000")
        #expect(try await administration.set(smaller, by: Self.signature).revision == 2)
        let larger = edit("teks_max_info_count=600")
        await #expect(throws: SettingsRefusal.self) { try await administration.set(larger, by: Self.signature) }
    }

    @Test("texts need no quotes, parts are named with dots, and other parts do not change")
    func values() async throws {
        try await withDemo()
        let change = edit(
            "support_phone_opening_time=8",
            "support_phone=null",
            "support_email=\"help@example.org\"",
            "exposure_configuration.attenuation_thresholds=[55,65]",
            "pn_url.it=https://a.example/?a=b",
            platforms: [.iOS],
            build: 7
        )
        #expect(try await administration.set(change, by: Self.signature).differences.count == 5)
        let document = try await administration.inForce().document
        let settings = document.effective(for: .iOS, build: 7)
        #expect(settings["support_phone_opening_time"] == "8")
        #expect(settings["support_phone"] == .null)
        #expect(settings["support_email"] == "help@example.org")
        #expect(settings["exposure_configuration"]?["attenuation_thresholds"] == [55, 65])
        #expect(settings["exposure_configuration"]?["attenuation_weight"] == 1)
        #expect(settings["pn_url"]?["it"] == "https://a.example/?a=b")
        #expect(settings["pn_url"]?["de"] == "https://www.example.org/de/privacy-notice.html")
        #expect(try document.effective(for: .iOS, build: 6) == Self.demo().effective(for: .iOS, build: 1))
        let removal = edit(platforms: [.iOS], build: 7, removals: ["pn_url", "support_phone"])
        _ = try await administration.set(removal, by: Self.signature)
        let after = try await administration.inForce().document.effective(for: .iOS, build: 7)
        #expect(after["support_phone"] == "+00 000 000000")
    }

    @Test(
        "an impossible assignment is refused",
        arguments: [
            "teks_packet_size", "=5", "pn_url.it.x=1", "reopen_reminder.x=1", "no_such.part=1", "no_such=1", ".=1",
        ]
    )
    func senseless(assignment: String) async throws {
        try await withDemo()
        let change = edit(assignment)
        await #expect(throws: SettingsRefusal.self) { try await administration.set(change, by: Self.signature) }
        #expect(try await store.revision() == 1)
    }

    @Test("a change without effect makes no revision")
    func nothing() async throws {
        try await withDemo()
        #expect(try await administration.set(edit("teks_packet_size=110000"), by: Self.signature).differences == [])
        #expect(try await administration.replace(by: Self.demo(), by: Self.signature).revision == 1)
        #expect(try await administration.revert(to: 1, by: Self.signature).revision == 1)
    }

    @Test("a revision that does not exist, or is not the expected one, is reported")
    func wrongRevisions() async throws {
        let none = SettingsAdministrationError.noSuchRevision(1, newest: 0)
        await #expect(throws: none) { try await administration.revert(to: 1, by: Self.signature) }
        try await withDemo()
        let missing = SettingsAdministrationError.noSuchRevision(2, newest: 1)
        await #expect(throws: missing) { try await administration.document(of: 2) }
        await #expect(throws: SettingsAdministrationError.notInForce(2, newest: 1)) {
            try await administration.replace(by: Self.demo(), expecting: 2, by: Self.signature)
        }
    }

    @Test(
        "author and reason are one line each",
        arguments: [("", "r"), ("a", ""), (" ", "r"), ("a", "two\nlines"), (String(repeating: "a", count: 101), "r")]
    )
    func signatures(author: String, reason: String) throws {
        #expect(throws: SettingsRefusal.self) { try SettingsAdministration.Signature(author: author, reason: reason) }
        let longest = String(repeating: "è", count: 100)
        #expect(try SettingsAdministration.Signature(author: longest, reason: longest).author == longest)
    }

    @Test("after any changes, refusals and reverts the history is complete", arguments: 0..<6 as Range<UInt64>)
    func property(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        try await withDemo()
        var kept = [try Self.demo()]
        for _ in 0..<15 {
            clock.advance(bySeconds: Int64.random(in: -5...100, using: &generator))
            let before = try await administration.inForce()
            do {
                let outcome: SettingsAdministration.Outcome
                switch Int.random(in: 0..<4, using: &generator) {
                case 0:
                    let target = Int64.random(in: 1...Int64(kept.count), using: &generator)
                    outcome = try await administration.revert(to: target, by: Self.signature)
                    #expect(try await administration.inForce().document == kept[Int(target) - 1])
                case 1:
                    // A file that went through JSON text has the same content.
                    let old = kept[Int.random(in: 0..<kept.count, using: &generator)]
                    let file = try SettingsDocument(parsing: JSONValue(parsing: old.json.encoded))
                    #expect(file == old)
                    outcome = try await administration.replace(by: file, by: Self.signature)
                default:
                    outcome = try await administration.set(Self.randomEdit(&generator), by: Self.signature)
                }
                let now = try await administration.inForce()
                #expect((now.document == before.document) == outcome.differences.isEmpty)
                #expect(now.revision == before.revision + (outcome.differences.isEmpty ? 0 : 1))
                if !outcome.differences.isEmpty {
                    kept.append(now.document)
                }
                #expect(SettingsSchema.problems(of: now.document) == [])
            } catch is SettingsRefusal {
                let now = try await administration.inForce()
                #expect(now.document == before.document && now.revision == before.revision)
            }
        }
        #expect(try await administration.history().map(\.number) == (1...Int64(kept.count)).reversed())
        for (index, document) in kept.enumerated() {
            #expect(try await administration.document(of: Int64(index) + 1) == document)
        }
    }

    private static func randomEdit(_ generator: inout SeededGenerator) -> SettingsEdit {
        let assignment = [
            "teks_max_info_count=\(Int.random(in: 0...700, using: &generator))",
            "teks_packet_size=\(Int.random(in: 90_000...160_000, using: &generator))",
            "exposure_info_minimum_risk_score=\(Int.random(in: 0...30, using: &generator))",
            "exposure_configuration.minimum_risk_score=\(Int.random(in: 0...20, using: &generator))",
            "support_phone=+\(Int.random(in: 1...9_999_999, using: &generator))",
            "reopen_reminder=\(Bool.random(using: &generator))",
        ].randomElement(using: &generator)
        return SettingsEdit(
            platforms: Bool.random(using: &generator) ? [.iOS] : SettingsRequest.Platform.allCases,
            startingBuild: [1, 10, 200].randomElement(using: &generator) ?? 1,
            assignments: [assignment ?? ""],
            removals: []
        )
    }
}
