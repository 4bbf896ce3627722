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
    private static func world(languages: [Language] = [.italian, .german]) throws -> PhoneWorld {
        var world = try PhoneWorld(platform: .iOS, seed: 1, start: UnixTime(1_795_255_200))
        let addresses = languages.map { "\"\($0.code)\": \"https://example.org/faq-\($0.code).json\"" }
        let settings = String(decoding: SampleSettings.json(), as: UTF8.self)
            .replacing("{\"en\": \"https://example.org/faq\"}", with: "{\(addresses.joined(separator: ", "))}")
        world.settings = try AppSettings(parsing: Data(settings.utf8))
        for language in languages {
            world.faqs[language] = FAQ(entries: [FAQ.Entry(title: "? \(language.tag)", content: "Codice Code.")])
        }
        return world
    }

    private static func facts(_ world: PhoneWorld) throws -> FAQFacts {
        guard case .faq(let facts) = AppScreen(world.state, app: world.reducer.app, now: world.now) else {
            throw MobileClientError.malformedAnswer
        }
        return facts
    }

    @Test("the authority's come after those about the app, and replace none")
    func both() throws {
        var world = try Self.world()
        world.onboard()
        world.send(.open(.faq))
        let facts = try Self.facts(world)
        #expect(facts.results.map(\.title) == ["Chi mi vede?", "? it"])
        #expect(facts.results.map(\.isServed) == [false, true])
        #expect(facts.servedLanguage == .italian)
        world.send(.open(.faqEntry(1)))
        let entry = FAQEntryFacts(entry: FAQ.Entry(title: "? it", content: "Codice Code."), language: .italian)
        #expect(AppScreen(world.state, app: world.reducer.app, now: world.now) == .faqEntry(entry))
    }

    @Test("are searched together")
    func search() throws {
        var world = try Self.world()
        world.onboard()
        world.send(.open(.faq))
        for (query, titles) in [("nessuno", ["Chi mi vede?"]), ("codice", ["? it"]), ("zebra", [])] {
            world.send(.searchFAQ(query))
            #expect(try Self.facts(world).results.map(\.title) == titles)
        }
    }

    @Test("without the authority's answer are those about the app")
    func nothingServed() throws {
        var world = try Self.world()
        world.faqs = [:]
        world.onboard()
        world.send(.open(.faq))
        let facts = try Self.facts(world)
        #expect(facts.results.map(\.title) == ["Chi mi vede?"])
        #expect(facts.servedLanguage == nil)
    }

    @Test(
        "follow the language: the app's at once, the authority's at the next session, as an open app fetches nothing",
        arguments: [true, false]
    )
    func language(isOfPhone: Bool) throws {
        var world = try Self.world()
        world.onboard()
        world.send(.open(.faq))
        if isOfPhone {
            world.facts.languages = ["de-AT"]
            world.send(.phoneChanged)
        } else {
            world.send(.chooseLanguage(.german))
        }
        #expect(try Self.facts(world).results.map(\.title) == ["Wer sieht mich?"])
        #expect(try Self.facts(world).servedLanguage == nil)
        world.send(.open(.faqEntry(1)))
        #expect(try Self.facts(world).query == "", "what is not in the language cannot be opened")
        world.now = world.now.advanced(bySeconds: 14_400)
        world.send(.woken(.backgroundSession))
        world.send(.open(.faq))
        #expect(try Self.facts(world).results.map(\.title) == ["Wer sieht mich?", "? de"])
        #expect(try Self.facts(world).servedLanguage == .german)
    }

    @Test("are in English, and say so, if the authority has none in the owner's language")
    func english() throws {
        var world = try Self.world(languages: [.english])
        world.onboard()
        world.send(.open(.faq))
        #expect(try Self.facts(world).results.map(\.title) == ["Chi mi vede?", "? en-GB"])
        #expect(try Self.facts(world).servedLanguage == .english)
    }
}
