import ExposurePrimitives
import Foundation
import ImmuniAPI
import Localisation
import PhonePorts
import Testing

@testable import ImmuniClient

/// The phone speaks Italian; the app has a question about itself in Italian and German.
@Suite("Questions and answers")
struct QuestionTests {
    private static func world(languages: [Language] = [.italian, .german], serves: Bool = true) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: .iOS)
        let addresses = languages.map { "\"\($0.code)\": \"https://example.org/faq-\($0.code).json\"" }
        let settings = String(decoding: SampleSettings.json(), as: UTF8.self)
            .replacing("{\"en\": \"https://example.org/faq\"}", with: "{\(addresses.joined(separator: ", "))}")
        world.settings = try AppSettings(parsing: Data(settings.utf8))
        for language in languages where serves {
            world.faqs[language] = FAQ(entries: [FAQ.Entry(title: "? \(language.tag)", content: "Codice Code.")])
        }
        world.onboard()
        world.send(.open(.faq))
        return world
    }

    /// The titles on the screen, and the language of those that the authority served.
    private static func expect(_ titles: [String], _ language: Language?, on world: PhoneWorld) throws {
        let facts = try #require(world.screen.faq)
        #expect(facts.results.map(\.title) == titles)
        #expect(facts.servedLanguage == language)
    }

    @Test("the authority's come after those about the app, and replace none")
    func both() throws {
        var world = try Self.world()
        try Self.expect(["Chi mi vede?", "? it"], .italian, on: world)
        #expect(world.screen.faq?.results.map(\.isServed) == [false, true])
        world.send(.open(.faqEntry(1)))
        let entry = FAQEntryFacts(entry: FAQ.Entry(title: "? it", content: "Codice Code."), language: .italian)
        #expect(world.screen == .faqEntry(entry))
    }

    @Test("are searched together")
    func search() throws {
        var world = try Self.world()
        for (query, titles) in [("nessuno", ["Chi mi vede?"]), ("codice", ["? it"]), ("zebra", [])] {
            world.send(.searchFAQ(query))
            #expect(world.screen.faq?.results.map(\.title) == titles)
        }
    }

    @Test("without the authority's answer are those about the app")
    func nothingServed() throws {
        try Self.expect(["Chi mi vede?"], nil, on: Self.world(serves: false))
    }

    @Test(
        "follow the language: the app's at once, the authority's with the next session",
        arguments: [true, false]
    )
    func language(isOfPhone: Bool) throws {
        var world = try Self.world()
        if isOfPhone {
            world.facts.languages = ["de-AT"]
            world.send(.phoneChanged)
        } else {
            world.send(.chooseLanguage(.german))
        }
        try Self.expect(["Wer sieht mich?"], nil, on: world)
        world.send(.open(.faqEntry(1)))
        #expect(world.screen.faq?.query == "", "what is not in the language cannot be opened")
        world.now = world.now.advanced(bySeconds: 14_400)
        world.send(.woken(.backgroundSession), .open(.faq))
        try Self.expect(["Wer sieht mich?", "? de"], .german, on: world)
    }

    @Test("are in English, and say so, if the authority has none in the owner's language")
    func english() throws {
        try Self.expect(["Chi mi vede?", "? en-GB"], .english, on: Self.world(languages: [.english]))
    }
}
