import ExposurePrimitives
import ImmuniClient
import ImmuniTexts
import PhonePage
import WebPages

// The owner's status, on Home.

extension ScreenView {
    @HTMLBuilder func status(_ facts: HomeFacts) -> [HTML] {
        switch facts.status {
        case .neutral: []
        case .risk(let lastContact): risk(lastContact, facts)
        case .dismissed(let lastContact): dismissed(lastContact, facts)
        case .positive:
            Tag.section(.class("panel good"), .aria("labelledby", "status")) {
                Tag.h2(.id("status")) { say(NoticeText.positiveTitle) }
                paragraph(NoticeText.positiveBody)
                asking(
                    ScreenAction("confirmRecovery"),
                    NoticeText.confirmRecovery,
                    NoticeText.recoveryQuestion,
                    yes: NoticeText.recoveryYes,
                    isDestructive: false
                )
            }
        }
    }

    private func risk(_ lastContact: CalendarDay, _ facts: HomeFacts) -> HTML {
        Tag.div(.id("notice")) {
            state(.exposed, NoticeText.riskTitle) {
                paragraph(NoticeText.riskBody)
                paragraph(AppPhrase.lastContact(day: day(lastContact)))
            }
            explanation(facts)
            Tag.h2 { say(NoticeText.adviceTitle) }
            Tag.ul {
                for advice in Self.advice {
                    Tag.li { say(advice) }
                }
            }
            contact(facts.contact)
            if let end = facts.status.lastDayOfWarning {
                paragraph(AppPhrase.noticeEnds(day: day(end)), quiet: true)
            }
            asking(
                ScreenAction("dismissNotice"),
                NoticeText.dismissNotice,
                NoticeText.dismissQuestion,
                yes: NoticeText.dismissYes
            )
        }
    }

    private static let advice: [NoticeText] = [
        .adviceStayHome, .adviceTest, .adviceSymptoms, .adviceOthers, .adviceDoctor,
    ]

    /// The contact still counts although its notice was removed.
    private func dismissed(_ lastContact: CalendarDay, _ facts: HomeFacts) -> HTML {
        Tag.section(.class("panel"), .aria("labelledby", "status")) {
            Tag.h2(.id("status")) { say(NoticeText.dismissedTitle) }
            if let end = facts.status.lastDayOfWarning {
                paragraph(AppPhrase.contactCounts(day: day(lastContact), end: day(end)))
            }
            explanation(facts)
            button(ScreenAction("recallNotice"), NoticeText.recallNotice, second: true)
        }
    }

    /// Leads to the reasons of the warning.
    @HTMLBuilder private func explanation(_ facts: HomeFacts) -> [HTML] {
        if facts.canExplain {
            whyButton(.open(.risk))
        }
    }

    /// The contact of the authority, as links.
    @HTMLBuilder func contact(_ facts: ContactFacts) -> [HTML] {
        Tag.dl {
            if let phone = facts.phone {
                Tag.dt { say(SettingsText.supportPhone) }
                Tag.dd {
                    touchable(phone, PageLink.telephone(phone))
                    say(AppPhrase.supportHours(opens: facts.opens, closes: facts.closes))
                }
            }
            if let email = facts.email {
                Tag.dt { say(SettingsText.supportEmail) }
                Tag.dd { touchable(email, PageLink.mail(email)) }
            }
        }
    }

    /// A text of the settings as a link, or as plain text if phones do not know its form.
    private func touchable(_ text: String, _ link: PageLink?) -> HTML {
        link.map { link in Tag.a(.href(link)) { text } } ?? Tag.p { text }
    }
}
