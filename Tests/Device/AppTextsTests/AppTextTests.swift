import Localisation
import Testing

@testable import AppTexts

@Suite("The app's texts")
struct AppTextTests {
    /// A text with its name, and how many characters a screen bears.
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let text: Localised
        var limit = 260

        var testDescription: String { name }
    }

    private static func samples<Text: AppText & CaseIterable>(of type: Text.Type, limit: Int = 260) -> [Sample] {
        type.allCases.map { Sample(name: "\(type).\($0)", text: $0.localised, limit: limit) }
    }

    /// Every text. Buttons and headings are short, what stands on the lock screen is shorter than what an app shows.
    static let all: [Sample] =
        samples(of: OnboardingText.self) + samples(of: PermissionText.self) + samples(of: HomeText.self)
        + samples(of: UploadText.self) + samples(of: SettingsText.self) + samples(of: NotificationText.self, limit: 110)
        + samples(of: FAQText.self) + samples(of: SystemQuestionText.self, limit: 120)
        + AppPhrase.samples.map { Sample(name: "\($0)", text: $0.localised, limit: 120) }
        + Question.allCases.flatMap {
            [
                Sample(name: "\($0).question", text: $0.question, limit: 80),
                Sample(name: "\($0).answer", text: $0.answer),
            ]
        }

    @Test("stands in each language without blanks around it, and no screen is too small for it", arguments: all)
    func form(sample: Sample) {
        for language in Language.allCases {
            let text = sample.text[language]
            #expect(!text.isEmpty)
            #expect(text.first?.isWhitespace == false && text.last?.isWhitespace == false)
            #expect(!text.contains("  ") && !text.contains("\n"))
            #expect(text.count <= sample.limit, "\(language): \(text.count)")
            #expect(!text.contains("'") && !text.contains("\""), "typewriter marks: \(text)")
        }
    }

    /// Words that are the same in two languages, and correct in both.
    private static let sameWords: Set<String> = ["Home", "Version"]

    @Test("is translated: no two languages have the same words", arguments: all)
    func translated(sample: Sample) {
        let texts = Language.allCases.map { sample.text[$0] }
        for (place, text) in texts.enumerated() {
            for other in texts[(place + 1)...] where text == other {
                #expect(Self.sameWords.contains(text), "\(text)")
            }
        }
    }

    @Test("names the same facts in each language", arguments: AppPhrase.samples)
    func parameters(phrase: AppPhrase) {
        for language in Language.allCases {
            let text = phrase.text(in: language)
            for value in phrase.values {
                #expect(text.contains(value), "\(language): \(text)")
            }
        }
    }

    @Test("each phrase is among the samples")
    func complete() {
        #expect(Set(AppPhrase.samples.map(\.place)) == Set(0..<AppPhrase.samples.count))
    }

    @Test("no two texts of a group are the same, so that none was copied and forgotten")
    func different() {
        for language in Language.allCases {
            var seen: [String: String] = [:]
            for sample in Self.all {
                let group = sample.name.prefix { $0 != "." }
                let before = seen.updateValue(sample.name, forKey: "\(group) \(sample.text[language])")
                #expect(before == nil, "\(sample.name) is \(before ?? "")")
            }
        }
    }

    @Test("French has spaces before its double marks, and Spanish opens what it asks", arguments: all)
    func marks(sample: Sample) {
        let french = Array(sample.text[.french])
        for (place, character) in french.enumerated() where "?!;:".contains(character) && place > 0 {
            #expect(french[place - 1].isWhitespace, "\(sample.text[.french])")
        }
        let spanish = sample.text[.spanish]
        #expect(spanish.filter { $0 == "?" }.count == spanish.filter { $0 == "¿" }.count)
        #expect(spanish.filter { $0 == "!" }.count == spanish.filter { $0 == "¡" }.count)
    }

    @Test("what stands on the lock screen says nothing of health")
    func lockScreen() {
        let telling = [
            "risk", "infect", "positiv", "contact", "contagi", "rischio", "contatt", "Ansteck", "Kontakt", "risque",
            "contamin", "riesgo", "COVID", "test", "krank", "malad", "sick",
        ]
        for sample in Self.samples(of: NotificationText.self) {
            for language in Language.allCases {
                let text = sample.text[language].lowercased()
                #expect(!telling.contains { text.contains($0.lowercased()) }, "\(text)")
            }
        }
    }
}

extension AppPhrase {
    /// One of each case, with values that stand in no text by themselves.
    static let samples: [AppPhrase] = [
        .step(number: 771, count: 772), .lastChecked(day: "773"), .lastContact(day: "774"), .wait(seconds: 775),
        .keysToSend(count: 776), .contactsToSend(count: 777), .provinceToSend(name: "778"),
        .questionsFound(count: 779), .supportHours(opens: "781", closes: "782"), .systemTooOld(needed: "783"),
        .servicesTooOld(needed: "784"), .build(number: 785),
    ]

    /// Where the case stands above. A new case does not compile until it has a place.
    var place: Int {
        switch self {
        case .step: 0
        case .lastChecked: 1
        case .lastContact: 2
        case .wait: 3
        case .keysToSend: 4
        case .contactsToSend: 5
        case .provinceToSend: 6
        case .questionsFound: 7
        case .supportHours: 8
        case .systemTooOld: 9
        case .servicesTooOld: 10
        case .build: 11
        }
    }

    /// The facts, as they must stand in the text.
    var values: [String] {
        switch self {
        case .step(let number, let count): ["\(number)", "\(count)"]
        case .lastChecked(let text), .lastContact(let text), .provinceToSend(let text), .systemTooOld(let text),
            .servicesTooOld(let text):
            [text]
        case .wait(let number), .keysToSend(let number), .contactsToSend(let number), .questionsFound(let number),
            .build(let number):
            ["\(number)"]
        case .supportHours(let opens, let closes): [opens, closes]
        }
    }
}
