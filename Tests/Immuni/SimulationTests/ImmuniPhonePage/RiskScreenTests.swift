import ExposurePrimitives
import ImmuniAPI
import ImmuniClient
import Localisation
import PhonePage
import RiskTexts
import Testing
import WebPages

@testable import ImmuniPhonePage

@Suite("The reasons of a warning on the screen")
struct RiskScreenTests {
    private static func page(_ name: String, in language: Language) throws -> String {
        let sample = try #require(AppScreen.samples(on: .iOS).first { $0.name == name })
        let view = ScreenView(sample.screen, in: language, ScreenFrame(platform: .iOS, now: UnixTime(0), at: .sample))
        return String(decoding: view.section.bytes, as: UTF8.self)
    }

    @Test("are in each language, with every number", arguments: Language.allCases)
    func numbers(language: Language) throws {
        let minutes = try Self.page("risk-minutes", in: language)
        for phrase in [
            WhyPhrase.minutesBelow(decibels: "55", minutes: "20", weight: language == .english ? "1.5" : "1,5"),
            .minutesOfDay(number: "31"), .highEncounters(count: 1), .factors(numbers: "1"),
        ] {
            #expect(minutes.contains(phrase.text(in: language)), "\(phrase)")
        }
        #expect(minutes.contains(WhyText.tooShort.text(in: language)))
        let points = WhyPhrase.pointsOfDay(number: "15").text(in: language)
        #expect(try Self.page("risk-points", in: language).contains(points))
        #expect(try Self.page("risk-nothing", in: language).contains(WhyText.whyNothing.text(in: language)))
    }

    @Test("are behind a button of the warning, and of none else", arguments: Language.allCases)
    func button(language: Language) throws {
        for (name, isThere) in [
            ("home-risk", true), ("home-dismissed", true), ("home", false), ("home-positive", false),
        ] {
            let page = try Self.page(name, in: language)
            #expect(page.contains(WhyText.details.text(in: language)) == isThere, "\(name)")
        }
    }
}
