import CoronaWarnAdministration
import CoronaWarnConfiguration
import ExposureTesting
import Persistence
import SQLStores
import SQLiteTesting
import StoreConformance
import Testing
import WireFormat

@Suite("Changes of the phones' configuration")
struct ConfigurationAdministrationTests {
    private let administration: ConfigurationAdministration
    private let signature: ConfigurationAdministration.Signature

    init() async throws {
        administration = ConfigurationAdministration(
            store: SQLSettings(try await TemporaryDatabase(.settings)),
            first: .published(country: "DE"),
            clock: ManualClock(Samples.now)
        )
        signature = try .init(author: "anna", reason: "a test")
    }

    private func published() async throws -> PhoneConfiguration { try await administration.published().configuration }

    private func isRefused(_ change: () async throws -> Void) async throws -> [String] {
        let before = try await administration.inForce()
        do {
            try await change()
            return []
        } catch let refusal as ConfigurationRefusal {
            let after = try await administration.inForce()
            #expect(after.revision == before.revision && after.document == before.document)
            return refusal.reasons
        }
    }

    @Test("before the first change the published parameters are in force, as revision 0")
    func first() async throws {
        #expect(try await administration.inForce().revision == 0)
        #expect(try await published() == .published(country: "DE"))
        #expect(try await administration.history().isEmpty)
    }

    @Test("a change is a revision with its author, reason, time and differences")
    func change() async throws {
        let changes: [(String, JSONValue)] = [("downloadInterval", 7200), ("asksForVisitedCountries", true)]
        let outcome = try await administration.set(changes, by: signature)
        #expect(outcome.revision == 1)
        #expect(outcome.differences.map(\.path) == ["asksForVisitedCountries", "downloadInterval"])
        #expect(outcome.differences.map(\.old) == [false, 3600] && outcome.differences.map(\.new) == [true, 7200])
        #expect(try await published().downloadInterval == 7200)
        let change = try #require(try await administration.history().first?.change)
        #expect(change.author == "anna" && change.reason == "a test")
        #expect(change.origin == .set && change.madeAt == Samples.now)
        #expect(try await administration.set([("downloadInterval", 7200)], by: signature).revision == 1, "no change")
    }

    @Test("a part of a parameter is changed by its path")
    func parts() async throws {
        _ = try await administration.set([("resultPolling.min", 3600)], by: signature)
        #expect(try await published().resultPolling == ClosedSpan(min: 3600, max: 14_400))
    }

    @Test("a configuration is checked as a whole, and every reason is told")
    func refused() async throws {
        let reasons = try await isRefused {
            _ = try await administration.set([("downloadInterval", 1), ("maxDetectionsPerDay", 0)], by: signature)
        }
        #expect(reasons.count == 2)
        for (path, value) in [("unknown", 1), ("downloadInterval.seconds", 1)] as [(String, JSONValue)] {
            let reasons = try await isRefused { _ = try await administration.set([(path, value)], by: signature) }
            #expect(reasons == ["there is no parameter \(path)"])
        }
        let kind = try await isRefused {
            _ = try await administration.set([("downloadInterval", "soon")], by: signature)
        }
        #expect(kind == ["downloadInterval has a value of another kind"])
        for text in ["", "{}", "[]", #"{"scores":1}"#] {
            let reasons = try await isRefused {
                let document = try ConfigurationDocument(parsing: Array(text.utf8))
                _ = try await administration.replace(by: document, by: signature)
            }
            #expect(!reasons.isEmpty, "\(text)")
        }
    }

    @Test("a document of an earlier version can be changed, also where it lacks a member")
    func earlierVersion() async throws {
        let whole = String(decoding: try await administration.inForce().document.json.encoded, as: UTF8.self)
        let earlier = whole.replacing(#","riskCalculation":"windows""#, with: "")
            .replacing(#""asksForSymptoms":true,"#, with: "")
        #expect(!earlier.contains("riskCalculation") && !earlier.contains("asksForSymptoms"))
        _ = try await administration.replace(by: ConfigurationDocument(parsing: Array(earlier.utf8)), by: signature)
        _ = try await administration.set(
            [("downloadInterval", 7200), ("asksForSymptoms", .boolean(false))],
            by: signature
        )
        #expect(try await published().asksForSymptoms == false)
        #expect(try await published().riskCalculation == .windows)
    }

    @Test("an old configuration comes back as a new revision, also the first one")
    func revert() async throws {
        _ = try await administration.set([("downloadInterval", 7200)], by: signature)
        _ = try await administration.set([("downloadInterval", 3700)], by: signature)
        #expect(try await administration.revert(to: 1, by: signature).revision == 3)
        #expect(try await published().downloadInterval == 7200)
        #expect(try await administration.revert(to: 0, by: signature).revision == 4)
        #expect(try await published() == .published(country: "DE"))
        #expect(try await isRefused { _ = try await administration.revert(to: 9, by: signature) }.count == 1)
    }

    @Test("withdrawn packages are added once, and their tags are known")
    func revoked() async throws {
        #expect(try await administration.revokedTags().isEmpty)
        let packages = [nil, 7].map { hour in
            RevokedPackage(region: "DE", date: "2020-06-01", hour: hour, entityTag: "tag-\(hour ?? 24)")
        }
        for revision in [1, 1] as [Int64] {
            #expect(try await administration.revoke(packages, by: signature).revision == revision)
        }
        #expect(try await published().revokedPackages == packages)
        #expect(try await administration.revokedTags() == ["tag-24", "tag-7"])
    }

    @Test("a whole document replaces the one that its author has seen")
    func replace() async throws {
        _ = try await administration.set([("downloadInterval", 7200)], by: signature)
        let document = try await administration.inForce().document
        let changed = try document.setting("downloadInterval", to: 4000)
        let reasons = try await isRefused {
            _ = try await administration.replace(by: changed, expecting: 0, by: signature)
        }
        #expect(reasons.count == 1)
        #expect(try await administration.replace(by: changed, expecting: 1, by: signature).revision == 2)
        let text = try ConfigurationDocument(parsing: changed.json.encoded)
        #expect(try await administration.replace(by: text, by: signature).differences.isEmpty)
    }

    @Test("author and reason are limited on both sides")
    func signatures() throws {
        for (author, reason, isRight) in [
            ("a", "b", true), ("", "b", false), ("a", "", false), (" ", "b", false), ("a", "b\nc", false),
            (String(repeating: "a", count: 100), String(repeating: "b", count: 500), true),
            (String(repeating: "a", count: 101), "b", false), ("a", String(repeating: "b", count: 501), false),
        ] {
            let signature = try? ConfigurationAdministration.Signature(author: author, reason: reason)
            #expect((signature != nil) == isRight)
        }
    }
}
