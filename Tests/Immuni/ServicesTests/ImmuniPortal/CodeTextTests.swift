import ImmuniTexts
import Localisation
import PageTesting
import Testing

@testable import ImmuniPortal

@Suite("The texts of the health worker's pages")
struct CodeTextTests {
    /// The phrases with facts that no text contains by itself.
    private static let phrases: [(phrase: CodePhrase, facts: [String])] = [
        (.codeLength("772"), ["772"]), (.codeUnknown("Ω"), ["Ω"]),
        (.dayHint("773", "774"), ["773", "774"]), (.dayOutside("775", "776"), ["775", "776"]),
        (.secondsLeft("777"), ["777"]),
    ]

    private static let all =
        TextSample.all(of: CodeText.self, limit: 160) + TextSample.all(of: OutcomeText.self, limit: 160)
        + phrases.map { TextSample("CodePhrase.\($0.phrase)", $0.phrase.localised, limit: 160) }

    @Test("have their form in each language, are translated, and are not too long", arguments: all)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: ["Code"]).violations(of: sample) == [])
    }

    @Test("contain the same facts in each language")
    func facts() {
        for (phrase, facts) in Self.phrases {
            for language in Language.allCases {
                #expect(facts.allSatisfy { phrase.text(in: language).contains($0) })
            }
        }
        #expect(Set(Self.phrases.map(\.phrase.kind)) == Set(CodePhrase.Kind.allCases))
    }

    @Test("use the app's words for the app's button", arguments: Language.allCases)
    func label(language: Language) {
        #expect(OutcomeText.whatNow.text(in: language).contains(UploadText.verify.text(in: language)))
    }

    @Test("address the operator formally", arguments: all)
    func address(sample: TextSample) {
        #expect(sample.familiarWords == [])
    }
}

extension CodePhrase {
    /// A new case does not compile until it has a kind, and a kind without a sample fails.
    fileprivate enum Kind: CaseIterable {
        case codeLength, codeUnknown, dayHint, dayOutside, secondsLeft
    }

    fileprivate var kind: Kind {
        switch self {
        case .codeLength: .codeLength
        case .codeUnknown: .codeUnknown
        case .dayHint: .dayHint
        case .dayOutside: .dayOutside
        case .secondsLeft: .secondsLeft
        }
    }
}
