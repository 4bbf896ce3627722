import AssociationClient
import AssociationTexts
import ExposurePrimitives
import Localisation
import PageTesting
import PhonePage
import PhonePorts
import Testing
import WebPages
import WireFormat

@testable import AssociationPhonePage

@Suite("The screens of the association's app")
struct ScreenTests {
    private static func page(_ screen: AppScreen, in language: Language) throws -> PageReader.Node {
        let now = UnixTime(1_728_050_000)
        let view = ScreenView(screen, in: language, ScreenFrame(platform: .android, now: now, at: .sample))
        return try #require(try PageReader.read(view.section.bytes).first)
    }

    private static func sample(_ name: String) throws -> AppScreen {
        try #require(AppScreen.samples.first { $0.name == name }).screen
    }

    @Test("have names of their own, which can be part of an address")
    func names() {
        let names = AppScreen.samples.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) } })
        #expect(names.count > 45)
    }

    @Test(
        "have one title, names for all controls, and identifiers that are not used twice",
        arguments: AppScreen.samples,
        Language.allCases
    )
    func structure(sample: SampleScreen, language: Language) throws {
        let page = try Self.page(sample.screen, in: language)
        #expect(page.screenFaults == [], "\(sample.name)")
        #expect(page.attributes["lang"] == language.tag)
    }

    @Test("are translated", arguments: AppScreen.samples.filter { $0.name != "language" })
    func translated(sample: SampleScreen) throws {
        let words = try Language.allCases.map { try Self.page(sample.screen, in: $0).words }
        #expect(Set(words).count == Language.allCases.count, "\(sample.name)")
    }

    @Test("say something different in each state", arguments: Language.allCases)
    func differences(language: Language) throws {
        var names: [String: [String]] = [:]
        for sample in AppScreen.samples {
            names[try Self.page(sample.screen, in: language).words, default: []].append(sample.name)
        }
        // Home does not tell why a report still waits: its own screen does.
        #expect(names.values.filter { $0.count > 1 } == [["home-report-waiting", "home-report-waiting-again"]])
    }

    @Test("do not say that contacts are noted before the authority signed the keys", arguments: Language.allCases)
    func preparing(language: Language) throws {
        let words = try Self.page(try Self.sample("home-preparing"), in: language).words
        #expect(!words.contains(HomeText.serviceOn.text(in: language)))
        #expect(words.contains(HomeText.preparingBody.text(in: language)))
    }

    @Test("offer a report's consent once, and no way to send it again")
    func consent() throws {
        for sample in AppScreen.samples {
            let posts = try Self.page(sample.screen, in: .english).all.compactMap { $0.attributes["value"] }
            #expect(posts.contains("consent") == sample.name.hasPrefix("report-consent"), "\(sample.name)")
        }
    }

    @Test(
        "say what a request is for, and not whether it is a decoy",
        arguments: [
            ("/association/v1/registrations", RequestPurpose.registration), ("/association/v1/rights", .right),
            ("/association/v1/batches", .batch), ("/association/v1/polls", .poll),
            ("/association/v1/attestations", .attestations), ("/elsewhere", nil),
        ]
    )
    func purposes(target: String, purpose: RequestPurpose?) {
        let request = PhoneRequest(host: .authority, method: .post, target: target, headers: [])
        #expect(RequestPurpose(of: request) == purpose)
    }

    private static let texts =
        TextSample.all(of: AssociationPanelText.self, limit: 140) + TextSample.all(of: RequestPurpose.self, limit: 140)
        + [TextSample("GivenCodePhrase", GivenCodePhrase(code: "7").localised, limit: 140)]

    @Test("have a panel in all languages", arguments: texts)
    func panel(sample: TextSample) {
        #expect(TextRules(sameWords: ["Avviso Association"]).violations(of: sample) == [])
    }
}
