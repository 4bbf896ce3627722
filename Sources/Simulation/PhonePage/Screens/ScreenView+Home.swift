import AppTexts
import ExposurePrimitives
import ImmuniAPI
import MobileClient
import WebPages

extension ScreenView {
    @HTMLBuilder func home(_ facts: HomeFacts) -> [HTML] {
        Tag.h1(.id("title"), .tabindex(-1), .autofocus) { "Avviso" }
        status(facts)
        service(facts)
        if facts.hasUnfinishedUpload {
            notice(HomeText.unfinishedUpload)
        }
        Tag.h2 { say(HomeText.positiveTestQuestion) }
        Tag.div(.class("actions")) {
            button(.open(.upload), UploadText.title)
        }
        menu([
            (.open(.faq), say(SettingsText.questions)), (.open(.settings), say(SettingsText.title)),
            (.open(.support), say(SettingsText.support)),
        ])
    }

    @HTMLBuilder private func status(_ facts: HomeFacts) -> [HTML] {
        switch facts.status {
        case .neutral: []
        case .risk(let lastContact): risk(lastContact, facts)
        case .positive:
            Tag.section(.class("panel"), .aria("labelledby", "status")) {
                Tag.h2(.id("status")) { say(HomeText.positiveTitle) }
                paragraph(HomeText.positiveBody)
                button(ScreenAction("confirmRecovery"), HomeText.confirmRecovery, second: true)
            }
        }
    }

    private func risk(_ lastContact: CalendarDay, _ facts: HomeFacts) -> HTML {
        Tag.section(.class("panel bad"), .id("notice"), .aria("labelledby", "status")) {
            Tag.h2(.id("status")) { say(HomeText.riskTitle) }
            paragraph(HomeText.riskBody)
            paragraph(AppPhrase.lastContact(day: day(lastContact)))
            Tag.h3 { say(HomeText.adviceTitle) }
            Tag.ul {
                for advice in Self.advice {
                    Tag.li { say(advice) }
                }
            }
            contact(facts.contact)
            paragraph(HomeText.noticeWillEnd, quiet: true)
            button(ScreenAction("dismissNotice"), HomeText.dismissNotice, second: true)
        }
    }

    private static let advice: [HomeText] = [
        .adviceStayHome, .adviceTest, .adviceSymptoms, .adviceOthers, .adviceDoctor,
    ]

    @HTMLBuilder func contact(_ facts: ContactFacts) -> [HTML] {
        Tag.dl {
            if let phone = facts.phone {
                Tag.dt { say(SettingsText.supportPhone) }
                Tag.dd {
                    phone
                    Tag.br()
                    say(AppPhrase.supportHours(opens: facts.opens, closes: facts.closes))
                }
            }
            if let email = facts.email {
                Tag.dt { say(SettingsText.supportEmail) }
                Tag.dd { email }
            }
        }
    }

    @HTMLBuilder private func service(_ facts: HomeFacts) -> [HTML] {
        switch facts.service {
        case .working:
            Tag.section(.class("panel good"), .aria("labelledby", "service")) {
                Tag.h2(.id("service")) { say(HomeText.working) }
                paragraph(facts.mustBeOpened ? HomeText.workingBodyToBeOpened : .workingBody)
                lastCheck(facts)
                if facts.status == .neutral {
                    paragraph(HomeText.neutralAdvice, quiet: true)
                }
            }
        case .switchedOff:
            Tag.section(.class("panel bad"), .aria("labelledby", "service")) {
                Tag.h2(.id("service")) { say(HomeText.switchedOff) }
                paragraph(HomeText.switchedOffBody)
                button(ScreenAction("service", "on"), HomeText.switchOn)
            }
        case .impaired(let problems):
            Tag.section(.class("panel bad"), .aria("labelledby", "service")) {
                Tag.h2(.id("service")) { say(HomeText.impaired) }
                paragraph(HomeText.impairedBody)
                menu(problems.map { (.open(.repair($0)), say(problemTitle($0))) })
            }
        }
    }

    private func lastCheck(_ facts: HomeFacts) -> HTML {
        facts.lastDetection.map { paragraph(AppPhrase.lastChecked(day: day($0)), quiet: true) }
            ?? paragraph(HomeText.neverChecked, quiet: true)
    }

    func problemTitle(_ problem: ServiceProblem) -> PermissionText {
        switch problem {
        case .hardwareUnsupported: .hardwareTitle
        case .frameworkNotAllowed, .frameworkOff: .frameworkTitle
        case .locationOff: .locationTitle
        case .bluetoothOff: .bluetoothTitle
        case .notificationsOff: .notificationsTitle
        case .storageFull: .storageTitle
        }
    }

    private func problemBody(_ problem: ServiceProblem) -> PermissionText {
        switch problem {
        case .hardwareUnsupported: .hardwareBody
        case .frameworkNotAllowed: .frameworkBody
        case .frameworkOff: .frameworkOffBody
        case .locationOff: .locationBody
        case .bluetoothOff: bluetoothBody
        case .notificationsOff: platform == .iOS ? .notificationsRefusedIOS : .notificationsRefusedAndroid
        case .storageFull: .storageBody
        }
    }

    @HTMLBuilder func repair(_ problem: ServiceProblem) -> [HTML] {
        title(problemTitle(problem))
        paragraph(problemBody(problem))
        Tag.div(.class("actions")) {
            switch problem.repair {
            case .ask, .askOrSystemSettings:
                button(ScreenAction("repair", problem.rawValue), PermissionText.allow)
            case .systemSettings:
                button(ScreenAction("repair", problem.rawValue), UploadText.tryAgain)
            case .none: []
            }
            back
        }
    }
}
