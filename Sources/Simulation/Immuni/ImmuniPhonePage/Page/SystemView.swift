import ExposurePrimitives
import ImmuniClient
import ImmuniTexts
import Localisation
import PhonePorts
import WebPages

/// The screens of the phone's operating system: the lock screen, or a question.
struct SystemView: Sendable {
    let language: Language

    private func say(_ text: some LocalisedText) -> String { text.text(in: language) }

    func lockScreen(_ notifications: [PhoneNotification], now: UnixTime) -> HTML {
        Tag.section(.class("screen lock"), .id("screen"), .lang(language.tag), .aria("labelledby", "title")) {
            Tag.h1(.id("title"), .class("unseen"), .tabindex(-1), .autofocus) { say(PanelText.lockScreen) }
            Tag.p(.class("clock")) { ShownTime.time(now) }
            Tag.p { ShownTime.day(now.utcDay, in: language) }
            if notifications.isEmpty {
                Tag.p(.class("quiet")) { say(PanelText.noNotifications) }
            } else {
                Tag.ul(.class("notifications")) {
                    for kind in notifications.compactMap(MobileClient.NotificationKind.init) {
                        Tag.li { opening { card(kind) } }
                    }
                }
            }
            Tag.div(.class("bottom")) {
                opening { Tag.button(.id("open")) { say(PanelText.open) } }
            }
        }
    }

    /// Opens the app, like a tap on the notification.
    private func opening(@HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.form(.post, .action(.page("/phone"))) {
            Tag.input(.type("hidden"), .name("do"), .value("open"))
            content()
        }
    }

    private func card(_ kind: MobileClient.NotificationKind) -> HTML {
        let (title, body) = Self.texts(of: kind)
        return Tag.button(.class("second")) {
            Tag.strong { title.text(in: language) }
            Tag.span { body.text(in: language) }
        }
    }

    private static func texts(of kind: MobileClient.NotificationKind) -> (NotificationText, NotificationText) {
        switch kind {
        case .riskOfExposure: (.riskTitle, .riskBody)
        case .serviceNotActive: (.serviceTitle, .serviceBody)
        case .onboardingNotCompleted: (.onboardingTitle, .onboardingBody)
        case .updateRequired: (.updateTitle, .updateBody)
        case .recoveryReminder: (.recoveryTitle, .recoveryBody)
        }
    }

    func dialog(_ question: SimulatedSystem.Question) -> HTML {
        let texts = Self.texts(of: question)
        return Tag.section(.class("screen"), .id("screen"), .lang(language.tag)) {
            Tag.div(
                .class("dialog"),
                .role("alertdialog"),
                .aria("labelledby", "title"),
                .aria("describedby", "question")
            ) {
                Tag.h1(.id("title"), .tabindex(-1), .autofocus) { texts.title.text(in: language) }
                Tag.p(.id("question")) { texts.body.text(in: language) }
                Tag.form(.class("actions"), .post, .action(.page("/phone"))) {
                    Tag.button(.class("second"), .name("do"), .value("refuse")) { texts.no.text(in: language) }
                    Tag.button(.name("do"), .value("allow")) { texts.yes.text(in: language) }
                }
            }
        }
    }

    private struct QuestionTexts {
        let title: SystemQuestionText
        let body: SystemQuestionText
        var no = SystemQuestionText.doNotAllow
        var yes: any LocalisedText = PermissionText.allow
    }

    private static func texts(of question: SimulatedSystem.Question) -> QuestionTexts {
        switch question {
        case .exchangeIdentifiers: QuestionTexts(title: .exchangeTitle, body: .exchangeBody)
        case .shareKeys:
            QuestionTexts(title: .shareTitle, body: .shareBody, no: .doNotShare, yes: SystemQuestionText.share)
        case .notify: QuestionTexts(title: .notifyTitle, body: .notifyBody)
        }
    }
}
