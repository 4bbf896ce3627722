import AssociationAPI
import AssociationClient
import AssociationTexts
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func home(_ facts: HomeFacts) -> [HTML] {
        title(HomeText.title)
        // Of several days the one with the highest band.
        if let alert = facts.alerts.max(by: { $0.band.rawValue < $1.band.rawValue }) {
            state(.exposed, alert.band.title) {
                paragraph(AppPhrase.contactDay(day: day(alert.day)))
                button(.open(.alerts), HomeText.showAlerts)
            }
        }
        if facts.isTimeWrong {
            state(.attention, AccountText.wrongTimeTitle) { paragraph(AccountText.wrongTimeBody) }
        }
        service(facts.service)
        if facts.alerts.isEmpty {
            Tag.h2 { say(HomeText.noAlertTitle) }
            paragraph(HomeText.noAlertBody)
        }
        report(onHome: facts.report)
        if facts.areNotificationsOff {
            paragraph(HomeText.notificationsOff, quiet: true)
        }
        menu([(.open(.settings), say(SettingsText.title))])
    }

    private func service(_ service: HomeFacts.Service) -> HTML {
        switch service {
        case .on: state(.working, HomeText.serviceOn) {}
        case .preparing: state(.idle, HomeText.preparing) { paragraph(HomeText.preparingBody) }
        case .off:
            state(.idle, HomeText.serviceOff) {
                paragraph(HomeText.serviceOffBody)
                button(ScreenAction("service", "on"), HomeText.switchOn)
            }
        case .ended:
            state(.attention, HomeText.ended) {
                paragraph(HomeText.endedBody)
                button(ScreenAction("retryRegistration"), HomeText.registerAgain)
            }
        case .registering: state(.idle, HomeText.registering) {}
        case .notRegistered(let problem):
            state(.attention, HomeText.notRegistered) {
                paragraph(problem.text)
                button(ScreenAction("retryRegistration"), ActionText.tryAgain)
            }
        }
    }

    @HTMLBuilder private func report(onHome phase: ReportFacts.Phase?) -> [HTML] {
        if let phase {
            Tag.h2 { say(heading(of: phase)) }
            button(.open(.report), HomeText.showReport)
        } else {
            Tag.h2 { say(HomeText.reportTitle) }
            paragraph(HomeText.reportBody)
            button(.open(.report), ReportText.title)
        }
    }

    // MARK: - Warnings

    @HTMLBuilder func alerts(_ alerts: [AlertFacts]) -> [HTML] {
        title(AlertText.title)
        if alerts.isEmpty {
            paragraph(HomeText.noAlertTitle)
            paragraph(HomeText.noAlertBody)
        } else {
            alerts.flatMap(alert)
            Tag.h2 { say(AlertText.whyTitle) }
            list([AlertText.whyBody, AlertText.whyUnknown, AlertText.whyDay])
        }
        back
    }

    @HTMLBuilder private func alert(_ alert: AlertFacts) -> [HTML] {
        Tag.h2 { say(alert.band.title) }
        Tag.p { Tag.strong { say(AppPhrase.contactDay(day: day(alert.day))) } }
        paragraph(alert.band.body)
        Tag.h3 { say(AlertText.adviceTitle) }
        paragraph(alert.band.advice)
    }
}

extension ExposureAlert.ScoreBand {
    var title: AlertText {
        switch self {
        case .low: .lowTitle
        case .medium: .mediumTitle
        case .high: .highTitle
        }
    }

    fileprivate var body: AlertText {
        switch self {
        case .low: .lowBody
        case .medium: .mediumBody
        case .high: .highBody
        }
    }

    fileprivate var advice: AlertText {
        switch self {
        case .low: .lowAdvice
        case .medium: .mediumAdvice
        case .high: .highAdvice
        }
    }
}

extension RegistrationProblem {
    fileprivate var text: AccountText {
        switch self {
        case .noConnection: .noConnection
        case .unavailable: .unavailable
        case .proofRefused: .proofRefused
        case .noAnswer: .noAnswer
        }
    }
}
