import CoronaWarnClient
import CoronaWarnTexts
import ExposurePrimitives
import Localisation
import PageTesting
import PhonePage
import RiskTexts
import Testing
import WebPages

@testable import CoronaWarnPhonePage

@Suite("The screens of Corona-Warn's app")
struct ScreenTests {
    private static let now = UnixTime(1_728_050_000)

    private static func page(_ screen: AppScreen, in language: Language) throws -> PageReader.Node {
        let view = ScreenView(screen, in: language, ScreenFrame(platform: .android, now: now, at: .sample))
        return try #require(try PageReader.read(view.section.bytes).first)
    }

    private static func page(_ name: String, in language: Language = .english) throws -> PageReader.Node {
        try page(#require(AppScreen.samples.first { $0.name == name }).screen, in: language)
    }

    @Test("have names of their own, which can be part of an address")
    func names() {
        let names = AppScreen.samples.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy { $0.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789-".contains($0) } })
        #expect(names.count > 100)
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

    @Test("lead to the hotline with words of each reason", arguments: Language.allCases)
    func hotline(language: Language) throws {
        var seen: Set<String> = []
        for reason in HotlineReason.allCases {
            let words = try Self.page("hotline-\(reason)".lowercased(), in: language).words
            #expect(words.contains(ScreenView.text(of: reason).text(in: language)))
            seen.insert(words)
        }
        #expect(seen.count == HotlineReason.allCases.count)
    }

    @Test("tell a refused teleTAN from a lost answer, and a waiting upload from one without an answer")
    func differences() throws {
        let pairs = [
            ("hotline-answerlost", "hotline-teletanrefused"), ("hotline-refusedtan", "hotline-uploaduncertain"),
            ("share-not-sent", "share-unanswered"), ("share-ended-refusedtan", "share-ended-uploaduncertain"),
        ]
        for (one, other) in pairs {
            for language in Language.allCases {
                #expect(try Self.page(one, in: language).words != Self.page(other, in: language).words)
            }
        }
    }

    @Test("show no result before the person opens it")
    func unopened() throws {
        for name in ["test-available", "home-test-available"] {
            let words = try Self.page(name).words.lowercased()
            #expect(!["positive", "negative", "found in your sample"].contains { words.contains($0) }, "\(name)")
        }
    }

    @Test("offer to warn others after a positive result alone")
    func sharing() throws {
        let offering = try AppScreen.samples.filter { sample in
            guard case .test = sample.screen else {
                return false
            }
            return try Self.page(sample.screen, in: .english).words.contains(SubmissionText.title.text(in: .english))
        }
        #expect(offering.map(\.name) == ["test-result-positive"])
    }

    @Test("explain why: what counted and how much, and why the rest did not")
    func why() throws {
        let words = try Self.page("risk-high").words
        for text in [
            "04/10/2024: increased risk", "Minutes that count: 32.32",
            "Minutes below 63 decibels: 24. Each counts 0.8", "Minutes from 63 to 73 decibels: 2. Each counts 0.5",
            "Multiplied by 1.6", "Contacts with an increased risk: at least 1",
            WhyText.tooShort.text(in: .english), WhyText.hardlyInfectious.text(in: .english),
        ] {
            #expect(words.contains(text), "\(text)")
        }
        #expect(try Self.page("risk-high", in: .german).words.contains("32,32"))
    }

    @Test("show no notation of mathematicians", arguments: Language.allCases)
    func notation(language: Language) throws {
        for sample in AppScreen.samples where sample.name.hasPrefix("risk-") {
            let words = try Self.page(sample.screen, in: language).words
            #expect(!words.contains { "[]<>≥".contains($0) }, "\(sample.name): \(words)")
        }
    }

    @Test("tell the day of a sample after the result alone", arguments: Language.allCases)
    func daysOfSamples(language: Language) throws {
        let phrase = AppPhrase.sampled(day: "").text(in: language).trimmingPrefix { $0.isWhitespace }
        for sample in AppScreen.samples where sample.name.hasPrefix("test-") {
            let isTold = try Self.page(sample.screen, in: language).words.contains(phrase)
            #expect(isTold == sample.name.hasPrefix("test-result-"), "\(sample.name)")
        }
    }

    @Test("offer another test on Home, but not while a registration waits")
    func anotherTest() throws {
        let label = HomeText.addTest.text(in: .english)
        for sample in AppScreen.samples where sample.name.hasPrefix("home-test-") {
            let isOffered = try Self.page(sample.screen, in: .english).words.contains(label)
            let waits = ["home-test-registering", "home-test-not-registered"].contains { sample.name.hasPrefix($0) }
            #expect(isOffered == !waits, "\(sample.name)")
        }
    }

    @Test("say on Home when the test was registered, how many codes were sent, and when")
    func homeAfterSharing() throws {
        let words = try Self.page("home-share-sent").words
        for text in ["Registered: today at 13:53", "Codes sent: 13, the last today at 13:53", "What was sent"] {
            #expect(words.contains(text), "\(text): \(words)")
        }
        #expect(!words.contains(SubmissionText.title.text(in: .english)))
    }

    @Test("ask before something is removed", arguments: ["test-result-positive", "settings", "delete-data"])
    func asking(name: String) throws {
        let asking = try Self.page(name).all.filter { $0.name == "details" }
        #expect(asking.count == 1)
    }
}
