import Localisation
import PageTesting
import Testing

@testable import CoronaWarnTexts

@Suite("The texts of Corona-Warn's app")
struct AppTextTests {
    /// Every text with its limit. Buttons are short, and texts on the lock screen are shorter than those in the app.
    static let all: [TextSample] =
        TextSample.all(of: ActionText.self, limit: 45) + TextSample.all(of: OnboardingText.self, limit: 260)
        + TextSample.all(of: HomeText.self, limit: 260) + TextSample.all(of: RiskText.self, limit: 260)
        + TextSample.all(of: ScanText.self, limit: 260) + TextSample.all(of: TestText.self, limit: 260)
        + TextSample.all(of: SubmissionText.self, limit: 260) + TextSample.all(of: HotlineText.self, limit: 260)
        + TextSample.all(of: SettingsText.self, limit: 260) + TextSample.all(of: WaitText.self, limit: 120)
        + TextSample.all(of: AttemptText.self, limit: 120) + TextSample.all(of: SystemQuestionText.self, limit: 120)
        + notifications + AppPhrase.samples.map { TextSample("AppPhrase.\($0)", $0.localised, limit: 120) }

    private static let notifications = TextSample.all(of: NotificationText.self, limit: 110)

    /// Buttons, which have little room.
    private static let buttons: [any LocalisedText] = [
        OnboardingText.privacyAgree, HomeText.addTest, HomeText.showTest, HomeText.showSent, RiskText.switchOn,
        RiskText.switchOff, RiskText.switchOffYes, ScanText.register, ScanText.teleTAN, ScanText.codeLost,
        ScanText.newPhone, ScanText.retrievalDeclined, TestText.askNow, TestText.openResult, TestText.remove,
        TestText.removeYes, SubmissionText.agree, SubmissionText.decline, SubmissionText.symptomsSince,
        SubmissionText.symptomsThisWeek, SubmissionText.symptomsLastWeek, SubmissionText.symptomsLongAgo,
        SubmissionText.symptomsUnknown, SubmissionText.symptomsNone, SubmissionText.symptomsNoAnswer,
        SubmissionText.sendNow, SubmissionText.dailyOn, SubmissionText.dailyOff, SubmissionText.shareToday,
        HotlineText.check, HotlineText.confirm, SettingsText.deleteConfirm, SettingsText.deleteYes,
        SystemQuestionText.share, SystemQuestionText.doNotShare, SystemQuestionText.doNotAllow,
    ]

    @Test("has its form in each language, is translated, and fits on every screen", arguments: all)
    func rules(sample: TextSample) { #expect(TextRules(sameWords: ["Corona-Warn"]).violations(of: sample) == []) }

    @Test("a button has room for its words")
    func shortButtons() {
        for button in Self.buttons {
            #expect(TextRules(sameWords: []).violations(of: TextSample("\(button)", button.localised, limit: 45)) == [])
        }
    }

    @Test("an instruction names a button by its label", arguments: Language.allCases)
    func label(language: Language) {
        #expect(ScanText.body.text(in: language).contains(ScanText.register.text(in: language)))
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

    @Test("the lock screen shows nothing about health, and no result")
    func lockScreen() {
        let telling = [
            "risk", "infect", "positiv", "negativ", "contact", "contagi", "rischio", "contatt", "Ansteck", "Kontakt",
            "risque", "contamin", "riesgo", "COVID", "test", "prueba", "krank", "malad", "sick",
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
        for sample in Self.all {
            for language in Language.allCases {
                let words = sample.text[language].split { !$0.isLetter }.map { $0.lowercased() }
                let found = words.filter { ["tek", "otp", "token", "tan", "nonce", "upload", "api"].contains($0) }
                #expect(found == [], "\(sample) in \(language)")
            }
        }
    }
}

extension AppPhrase {
    /// One of each case, with values that no text contains by itself.
    static let samples: [AppPhrase] = [
        .step(number: 771, count: 772), .today(time: "773"), .yesterday(time: "774"), .earlier(day: "775", time: "776"),
        .lastChecked(moment: "777"), .inactiveSince(moment: "778"), .lastContact(day: "779"), .activeDays(count: 780),
        .registered(moment: "781"), .sampled(day: "782"), .keysSent(count: 783, moment: "784"),
        .missingCharacters(count: 785), .wrongCharacter(position: 786),
    ]

    /// A new case does not compile until it has a kind, and a kind without a sample fails.
    enum Kind: CaseIterable {
        case step, today, yesterday, earlier, lastChecked, inactiveSince, lastContact, activeDays, registered, sampled,
            keysSent, missingCharacters, wrongCharacter
    }

    var kind: Kind {
        switch self {
        case .step: .step
        case .today: .today
        case .yesterday: .yesterday
        case .earlier: .earlier
        case .lastChecked: .lastChecked
        case .inactiveSince: .inactiveSince
        case .lastContact: .lastContact
        case .activeDays: .activeDays
        case .registered: .registered
        case .sampled: .sampled
        case .keysSent: .keysSent
        case .missingCharacters: .missingCharacters
        case .wrongCharacter: .wrongCharacter
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
