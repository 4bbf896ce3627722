import Localisation
import PageTesting
import Testing

@testable import AssociationTexts

@Suite("The texts of the association's app")
struct AppTextTests {
    /// Every text with its limit. Buttons are short, and texts on the lock screen are shorter than those in the app.
    static let all: [TextSample] =
        TextSample.all(of: ActionText.self, limit: 45) + TextSample.all(of: OnboardingText.self, limit: 260)
        + TextSample.all(of: HomeText.self, limit: 260) + TextSample.all(of: AccountText.self, limit: 260)
        + TextSample.all(of: AlertText.self, limit: 260) + TextSample.all(of: ReportText.self, limit: 260)
        + TextSample.all(of: SettingsText.self, limit: 260)
        + TextSample.all(of: SystemQuestionText.self, limit: 110) + notifications
        + AppPhrase.samples.map { TextSample("AppPhrase.\($0)", $0.localised, limit: 120) }

    private static let notifications = TextSample.all(of: NotificationText.self, limit: 110)

    /// Buttons, which have little room.
    private static let buttons: [any LocalisedText] = [
        OnboardingText.consentAgree, HomeText.switchOn, HomeText.showAlerts, HomeText.showReport,
        ReportText.title, ReportText.confirmCode,
        ReportText.agree, ReportText.decline, SettingsText.switchOff, SettingsText.switchOffYes,
        SettingsText.deleteConfirm, SettingsText.deleteYes,
    ]

    @Test("has its form in each language, is translated, and fits on every screen", arguments: all)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: ["Avviso Association"]).violations(of: sample) == [])
    }

    @Test("a button has room for its words")
    func shortButtons() {
        for button in Self.buttons {
            #expect(TextRules(sameWords: []).violations(of: TextSample("\(button)", button.localised, limit: 45)) == [])
        }
    }

    @Test("a sentence has at most 20 words", arguments: all)
    func shortSentences(sample: TextSample) {
        for language in Language.allCases {
            let sentences = sample.text[language].split { ".?!".contains($0) }
            #expect(sentences.allSatisfy { $0.split(separator: " ").count <= 20 }, "\(sentences)")
        }
    }

    @Test("before a person agrees, the app says that the authority learns of contacts", arguments: Language.allCases)
    func honestConsent(language: Language) {
        let authority = ["authority", "autorit", "Behörde", "behörde", "autoridad"]
        let texts: [any LocalisedText] = [OnboardingText.consentAuthority, ReportText.consentLearns]
        for text in texts {
            let words = text.text(in: language).replacing("\u{AD}", with: "")
            #expect(authority.contains { words.contains($0) }, "\(words)")
        }
    }

    @Test("contains the same facts in each language", arguments: AppPhrase.samples)
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
        #expect(Set(AppPhrase.samples.map(\.kind)) == Set(AppPhrase.Kind.allCases))
        #expect(AppPhrase.samples.allSatisfy { !$0.values.isEmpty })
    }

    @Test("no two texts of a group are the same, so none was copied and forgotten")
    func different() {
        for language in Language.allCases {
            var seen: [String: String] = [:]
            for sample in Self.all {
                let group = sample.description.prefix { $0 != "." }
                let before = seen.updateValue(sample.description, forKey: "\(group) \(sample.text[language])")
                #expect(before == nil, "\(sample.description) is \(before ?? "")")
            }
        }
    }

    @Test("French says vous to the app's owner")
    func address() {
        for sample in Self.all {
            let words = sample.text[.french].lowercased().split { !$0.isLetter }
            #expect(!words.contains { ["tu", "ton", "ta", "tes", "toi"].contains($0) }, "\(sample)")
        }
    }

    @Test("the lock screen shows nothing about health, and no warning")
    func lockScreen() {
        let telling = [
            "risk", "infect", "positiv", "contact", "contagi", "rischio", "contatt", "warn", "avvis", "avert", "aviso",
            "Ansteck", "Kontakt", "risque", "contamin", "riesgo", "test", "prueba", "krank", "malad", "sick", "report",
        ]
        for sample in Self.notifications {
            for language in Language.allCases {
                let text = sample.text[language].lowercased()
                #expect(!telling.contains { text.contains($0.lowercased()) }, "\(text)")
            }
        }
    }

    @Test("no screen names what only engineers know")
    func jargon() {
        let jargon = ["tek", "otp", "token", "tan", "nonce", "upload", "api", "ticket", "tickets", "server", "utc"]
        for sample in Self.all {
            for language in Language.allCases {
                let words = sample.text[language].split { !$0.isLetter }.map { $0.lowercased() }
                #expect(words.filter { jargon.contains($0) } == [], "\(sample) in \(language)")
            }
        }
    }
}

extension AppPhrase {
    /// One of each case, with values that no text contains by itself.
    static let samples: [AppPhrase] = [
        .step(number: 771, count: 772), .today(time: "773"), .yesterday(time: "774"), .earlier(day: "775", time: "776"),
        .contactDay(day: "777"), .reportedContacts(count: 778), .arrived(moment: "779"), .missingCharacters(count: 780),
        .wrongCharacter(position: 781), .keptDays(count: 782),
    ]

    /// A new case does not compile until it has a kind, and a kind without a sample fails.
    enum Kind: CaseIterable {
        case step, today, yesterday, earlier, contactDay, reportedContacts, arrived, missingCharacters, wrongCharacter,
            keptDays
    }

    var kind: Kind {
        switch self {
        case .step: .step
        case .today: .today
        case .yesterday: .yesterday
        case .earlier: .earlier
        case .contactDay: .contactDay
        case .reportedContacts: .reportedContacts
        case .arrived: .arrived
        case .missingCharacters: .missingCharacters
        case .wrongCharacter: .wrongCharacter
        case .keptDays: .keptDays
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
