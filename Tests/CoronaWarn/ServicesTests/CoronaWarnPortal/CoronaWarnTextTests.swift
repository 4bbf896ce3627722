import CoronaWarnAPI
import LaboratoryFiles
import Localisation
import PageTesting
import PortalTesting
import Testing

@testable import CoronaWarnPortal

@Suite("The texts of Corona-Warn's operators' pages")
struct CoronaWarnTextTests {
    /// The phrases with facts that no text contains by itself.
    private static let phrases: [(name: String, phrase: any LocalisedText, facts: [String])] = [
        ("left", HotlinePhrase.left("771", of: "772"), ["771", "772"]),
        ("next", HotlinePhrase.next(seconds: "773"), ["773"]),
        ("pause", HotlinePhrase.pause(seconds: "774"), ["774"]),
        ("valid", HotlinePhrase.valid(duration: "775", end: "776"), ["775", "776"]),
        ("limited", HotlinePhrase.limited(seconds: "777", time: "778"), ["777", "778"]),
        ("fileHint", LaboratoryPhrase.fileHint(max: "779"), ["779"]),
        ("tooManyLines", LaboratoryPhrase.tooManyLines(max: "780"), ["780"]),
        ("badLines", LaboratoryPhrase.badLines(count: "781"), ["781"]),
        ("sendAll", LaboratoryPhrase.sendAll(count: "782"), ["782"]),
        ("sendRest", LaboratoryPhrase.sendRest(count: "783"), ["783"]),
        ("storedCount", LaboratoryPhrase.storedCount(count: "784"), ["784"]),
        ("refusedLines", LaboratoryPhrase.refusedLines(stored: "785", count: "786"), ["785", "786"]),
        ("one", KeyPhrase.one(end: "787"), ["787"]),
        ("two", KeyPhrase.two(end: "788", former: "789"), ["788", "789"]),
        ("ended", KeyPhrase.ended(on: "790"), ["790"]),
        ("underWay", KeyPhrase.underWay(end: "791"), ["791"]),
        ("repeats", LineProblemText(.repeats(line: 792)), ["792"]),
    ]

    private static let problems: [LineProblem] = [
        .malformed, .unknownKind, .code, .rapidCode, .result, .birthDate, .birthDateOfRapidTest, .sampleTime,
        .sampleInFuture, .notInStacks, .conflict, .refused,
    ]

    private static let all =
        TextSample.all(of: HotlineText.self, limit: 160) + TextSample.all(of: LaboratoryText.self, limit: 160)
        + TextSample.all(of: KeyText.self, limit: 160) + TextSample.all(of: OnceText.self, limit: 20)
        + phrases.map { TextSample("\($0.name)", $0.phrase.localised, limit: 180) }
        + problems.map { TextSample("LineProblemText.\($0)", LineProblemText($0).localised, limit: 160) }

    @Test("have their form in each language, are translated, and are not too long", arguments: all)
    func rules(sample: TextSample) { #expect(TextRules(sameWords: []).violations(of: sample) == []) }

    @Test("contain the same facts in each language", arguments: Language.allCases)
    func facts(language: Language) {
        for (name, phrase, facts) in Self.phrases {
            #expect(facts.allSatisfy { phrase.text(in: language).contains($0) }, "\(name)")
        }
    }

    @Test("address the operator formally", arguments: all)
    func address(sample: TextSample) { #expect(sample.familiarWords == []) }

    @Test("spell each character of a teleTAN by a word that begins with it", arguments: Language.allCases)
    func alphabet(language: Language) {
        let characters = String(decoding: TeleTAN.alphabet, as: UTF8.self)
        let words = characters.compactMap { SpellingAlphabet.word(of: $0, in: language) }
        #expect(words.count == 31 && Set(words).count == 31)
        for (character, word) in zip(characters, words) where character.isLetter {
            #expect(word.first == character)
        }
        for character in "0OI1Lé" {
            #expect(SpellingAlphabet.word(of: character, in: language) == nil)
        }
    }

    @Test("spell in the language of the page", arguments: Language.allCases)
    func spelling(language: Language) async throws {
        let browser = try await SamplePortal().signedIn()
        _ = try await browser.get("/portal/hotline", query: [("lang", language.tag)])
        let shown = try await browser.ask()
        let code = try #require(shown.once)
        for character in code {
            let word = try #require(SpellingAlphabet.word(of: character, in: language))
            #expect(shown.text.contains("<strong>\(character)</strong> \(word)</li>"))
        }
    }
}
