import Localisation
import PageTesting
import Testing

@testable import ImmuniTexts

@Suite("The app's texts")
struct AppTextTests {
    /// Every text with its limit. Buttons and headings are short, and texts on the lock screen are shorter than those
    /// in the app.
    static let all: [TextSample] =
        TextSample.all(of: OnboardingText.self, limit: 260) + TextSample.all(of: PermissionText.self, limit: 260)
        + TextSample.all(of: HomeText.self, limit: 260) + TextSample.all(of: NoticeText.self, limit: 260)
        + TextSample.all(of: UploadText.self, limit: 260) + TextSample.all(of: AttemptText.self, limit: 120)
        + TextSample.all(of: SettingsText.self, limit: 260) + notifications
        + TextSample.all(of: FAQText.self, limit: 260)
        + TextSample.all(of: SystemQuestionText.self, limit: 120)
        + AppPhrase.samples.map { TextSample("AppPhrase.\($0)", $0.localised, limit: 120) }
        + Question.allCases.flatMap {
            [TextSample("\($0).question", $0.question, limit: 80), TextSample("\($0).answer", $0.answer, limit: 260)]
        }

    private static let notifications = TextSample.all(of: NotificationText.self, limit: 110)

    /// Buttons, which have little room.
    private static let buttons: [any LocalisedText] = [
        HomeText.switchOn, HomeText.switchOff, HomeText.switchOffYes, NoticeText.dismissNotice, NoticeText.dismissYes,
        NoticeText.recallNotice, NoticeText.confirmRecovery, NoticeText.recoveryYes,
        UploadText.verify, UploadText.newCode, UploadText.send, UploadText.tryAgain, PermissionText.allow,
        PermissionText.openSystemSettings, SettingsText.deleteConfirm, SettingsText.deleteYes, SettingsText.proceed,
        SettingsText.updateApp, SettingsText.updateSystem, SettingsText.updateServices, SettingsText.later,
        SettingsText.back, SettingsText.close, SystemQuestionText.share,
        SystemQuestionText.doNotShare, SystemQuestionText.doNotAllow,
    ]

    @Test("has its form in each language, is translated, and fits on every screen", arguments: all)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: ["Home"]).violations(of: sample) == [])
    }

    @Test("a button has room for its words")
    func shortButtons() {
        for button in Self.buttons {
            #expect(TextRules(sameWords: []).violations(of: TextSample("\(button)", button.localised, limit: 45)) == [])
        }
    }

    @Test("an answer that mentions a button uses its words", arguments: Language.allCases)
    func label(language: Language) {
        #expect(Question.positiveTest.answer[language].contains(UploadText.title.text(in: language)))
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

    @Test("the lock screen shows nothing about health")
    func lockScreen() {
        let telling = [
            "risk", "infect", "positiv", "contact", "contagi", "rischio", "contatt", "Ansteck", "Kontakt", "risque",
            "contamin", "riesgo", "COVID", "test", "krank", "malad", "sick",
        ]
        for sample in Self.notifications {
            for language in Language.allCases {
                let text = sample.text[language].lowercased()
                #expect(!telling.contains { text.contains($0.lowercased()) }, "\(text)")
            }
        }
    }
}

extension AppPhrase {
    /// One of each case, with values that no text contains by itself.
    static let samples: [AppPhrase] = [
        .step(number: 771, count: 772), .today(time: "786"), .yesterday(time: "787"), .earlier(day: "788", time: "789"),
        .lastChecked(moment: "773"), .foundNothing(moment: "791"), .foundNothingSoFar(moment: "792"),
        .lastContact(day: "774"), .noticeEnds(day: "793"), .contactCounts(day: "794", end: "795"), .wait(seconds: 775),
        .keysToSend(count: 776), .checksToSend(count: 796), .contactsToSend(count: 777), .province(name: "778"),
        .questionsFound(count: 779), .supportHours(opens: "781", closes: "782"), .systemTooOld(needed: "783"),
        .servicesTooOld(needed: "784"), .build(number: 785),
    ]

    /// A new case does not compile until it has a kind, and a kind without a sample fails.
    enum Kind: CaseIterable {
        case step, today, yesterday, earlier, lastChecked, foundNothing, foundNothingSoFar, lastContact, noticeEnds,
            contactCounts, wait, keysToSend, checksToSend, contactsToSend, province, questionsFound, supportHours,
            systemTooOld, servicesTooOld, build
    }

    var kind: Kind {
        switch self {
        case .step: .step
        case .today: .today
        case .yesterday: .yesterday
        case .earlier: .earlier
        case .lastChecked: .lastChecked
        case .foundNothing: .foundNothing
        case .foundNothingSoFar: .foundNothingSoFar
        case .lastContact: .lastContact
        case .noticeEnds: .noticeEnds
        case .contactCounts: .contactCounts
        case .wait: .wait
        case .keysToSend: .keysToSend
        case .checksToSend: .checksToSend
        case .contactsToSend: .contactsToSend
        case .province: .province
        case .questionsFound: .questionsFound
        case .supportHours: .supportHours
        case .systemTooOld: .systemTooOld
        case .servicesTooOld: .servicesTooOld
        case .build: .build
        }
    }

    /// The facts, as they must appear in the text.
    var values: [String] {
        switch self {
        case .step(let number, let count): ["\(number)", "\(count)"]
        case .today(let text), .yesterday(let text), .lastChecked(let text), .foundNothing(let text),
            .foundNothingSoFar(let text), .lastContact(let text), .noticeEnds(let text), .province(let text),
            .systemTooOld(let text), .servicesTooOld(let text):
            [text]
        case .wait(let number), .keysToSend(let number), .checksToSend(let number), .contactsToSend(let number),
            .questionsFound(let number), .build(let number):
            ["\(number)"]
        case .earlier(let first, let second), .contactCounts(let first, let second),
            .supportHours(let first, let second):
            [first, second]
        }
    }
}
