import Localisation
import PageTesting
import Testing

@testable import RiskTexts

@Suite("The texts that explain a risk")
struct WhyTextTests {
    static let all: [TextSample] =
        TextSample.all(of: WhyText.self, limit: 260)
        + WhyPhrase.samples.map { TextSample("WhyPhrase.\($0)", $0.localised, limit: 120) }

    @Test("have their form in each language, are translated, and fit on every screen", arguments: all)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: []).violations(of: sample) == [])
    }

    @Test("contain the same facts in each language", arguments: WhyPhrase.samples)
    func parameters(phrase: WhyPhrase) {
        for language in Language.allCases {
            let text = phrase.text(in: language)
            for value in phrase.values {
                #expect(text.contains(value), "\(language): \(text)")
            }
        }
    }

    @Test("are all among the samples")
    func complete() {
        #expect(Set(WhyPhrase.samples.map(\.kind)) == Set(WhyPhrase.Kind.allCases))
    }

    @Test("differ from one another, so none was copied and forgotten", arguments: Language.allCases)
    func different(language: Language) {
        #expect(Set(Self.all.map { $0.text[language] }).count == Self.all.count)
    }

    @Test("say vous in French")
    func address() {
        for sample in Self.all {
            let words = sample.text[.french].lowercased().split { !$0.isLetter }
            #expect(!words.contains { ["tu", "ton", "ta", "tes", "toi"].contains($0) }, "\(sample)")
        }
    }
}

extension WhyPhrase {
    /// One of each case, with values that no text contains by itself.
    static let samples: [WhyPhrase] = [
        .highDay(day: "787"), .lowDay(day: "788"), .uncountedDay(day: "789"), .minutesOfDay(number: "790"),
        .pointsOfDay(number: "791"), .minutesBelow(decibels: "792", minutes: "793", weight: "794"),
        .minutesBetween(from: "802", to: "803", minutes: "804", weight: "805"),
        .minutesFrom(decibels: "806", minutes: "807", weight: "808"),
        .pointsOfPart(number: "795", weight: "796"), .factors(numbers: "797"), .divisor(number: "798"),
        .highEncounters(count: 799), .lowEncounters(count: 800), .overall(number: "801"),
    ]

    /// A new case does not compile until it has a kind, and a kind without a sample fails.
    enum Kind: CaseIterable {
        case highDay, lowDay, uncountedDay, minutesOfDay, pointsOfDay, minutesBelow, minutesBetween,
            minutesFrom, pointsOfPart, factors, divisor, highEncounters, lowEncounters, overall
    }

    var kind: Kind {
        switch self {
        case .highDay: .highDay
        case .lowDay: .lowDay
        case .uncountedDay: .uncountedDay
        case .minutesOfDay: .minutesOfDay
        case .pointsOfDay: .pointsOfDay
        case .minutesBelow: .minutesBelow
        case .minutesBetween: .minutesBetween
        case .minutesFrom: .minutesFrom
        case .pointsOfPart: .pointsOfPart
        case .factors: .factors
        case .divisor: .divisor
        case .highEncounters: .highEncounters
        case .lowEncounters: .lowEncounters
        case .overall: .overall
        }
    }

    /// The facts, as they must appear in the text.
    var values: [String] {
        Mirror(reflecting: self).children.flatMap { facts -> [String] in
            let parts = Mirror(reflecting: facts.value).children.map { "\($0.value)" }
            return parts.isEmpty ? ["\(facts.value)"] : parts
        }
    }
}
