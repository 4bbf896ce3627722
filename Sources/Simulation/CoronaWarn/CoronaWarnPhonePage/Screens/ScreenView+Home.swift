import ClientKit
import CoronaWarnClient
import CoronaWarnTexts
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func home(_ facts: HomeFacts) -> [HTML] {
        title(HomeText.title)
        level(facts.risk)
        if let problem = facts.risk.problem {
            notice(Self.text(of: problem))
        }
        if facts.risk.finding.map({ !$0.reasons.isEmpty }) ?? false {
            whyButton(.open(.risk))
        }
        test(onHome: facts)
        if let reason = facts.hotline {
            Tag.h2 { say(HomeText.hotlineTitle) }
            notice(Self.text(of: reason))
        }
        if facts.areNotificationsOff {
            paragraph(HomeText.notificationsOff, quiet: true)
        }
        menu([(.open(.hotline), say(ActionText.help)), (.open(.settings), say(SettingsText.title))])
    }

    @HTMLBuilder private func test(onHome facts: HomeFacts) -> [HTML] {
        Tag.h2 { say(facts.test == nil ? HomeText.testQuestion : HomeText.testTitle) }
        if let test = facts.test {
            Tag.p { Tag.strong { say(heading(of: test.phase)) } }
            if let time = test.registeredAt {
                paragraph(AppPhrase.registered(moment: moment(time)), quiet: true)
            }
            if let summary = facts.submission.flatMap(summary) {
                Tag.p { summary }
            }
            Tag.div(.class("actions")) {
                switch test.phase {
                case .available: button(ScreenAction("openResult"), TestText.openResult)
                default: button(.open(.test), HomeText.showTest)
                }
                if let phase = facts.submission {
                    sharing(phase)
                }
                // A new test takes the place of an old one. While a registration waits, none can be added.
                if test.registeredAt != nil {
                    button(.open(.scan), HomeText.addTest, second: true)
                }
            }
        } else {
            button(.open(.scan), HomeText.addTest)
        }
    }

    /// Nil before the person was asked: then the button says enough.
    private func summary(of phase: SubmissionFacts.Phase) -> String? {
        switch phase {
        case .consent(nil): nil
        case .sent(let keys): say(AppPhrase.keysSent(count: keys.count, moment: moment(keys.at)))
        default: heading(of: phase).text(in: language)
        }
    }

    /// The way to the upload, or to what was sent.
    private func sharing(_ phase: SubmissionFacts.Phase) -> HTML {
        if case .sent = phase {
            button(.open(.submission), HomeText.showSent, second: true)
        } else {
            button(.open(.submission), SubmissionText.title, second: true)
        }
    }
}
