import AssociationAPI
import ClientKit
import ExposurePrimitives
import Localisation
import PhonePorts

// The screen is a function of the state, and of what is built into the app.

extension AppDisplay {
    init(_ state: AppState, of app: AssociationApp.App) {
        screen = AppScreen(state, of: app)
        language = state.onboarding.language ?? Language(preferred: state.life.phone?.languages ?? [])
    }
}

extension AppScreen {
    fileprivate init(_ state: AppState, of app: AssociationApp.App) {
        guard !state.isBeingDeleted else {
            self = state.life.deletionFailed ? .deleteData(hasFailed: true) : .deleting
            return
        }
        guard state.life.phone != nil else {
            self = .starting
            return
        }
        if let step = state.onboarding.step {
            self = .onboarding(
                OnboardingFacts(
                    step: step,
                    number: step.rawValue + 1,
                    count: OnboardingStep.allCases.count,
                    beginning: state.life.beginning,
                    isPrivate: app.reports.isPrivate
                )
            )
            return
        }
        self =
            switch state.places.current {
            case .home: .home(HomeFacts(state, of: app))
            case .alerts: .alerts(AlertFacts.all(state))
            case .report:
                .report(
                    ReportFacts(
                        phase: .init(state),
                        groups: ReportCodeEntry(typed: state.report.typed).groups,
                        isPrivate: app.reports.isPrivate
                    )
                )
            case .settings:
                .settings(
                    SettingsFacts(
                        isServiceOn: state.onboarding.isServiceWanted,
                        contactDays: state.exchange.contactDays
                    )
                )
            case .language: .language(chosen: state.onboarding.language)
            case .deleteData: .deleteData(hasFailed: false)
            }
    }
}

extension AlertFacts {
    fileprivate static func all(_ state: AppState) -> [AlertFacts] {
        state.alerts.alerts.compactMap { alert in
            ExposureAlert.ScoreBand(rawValue: alert.band).map { AlertFacts(day: alert.day, band: $0) }
        }
    }
}

extension HomeFacts {
    fileprivate init(_ state: AppState, of app: AssociationApp.App) {
        alerts = AlertFacts.all(state)
        service = Service(state, of: app)
        let hasReport = state.report.report != nil || state.report.completedAt != nil
        report = hasReport ? ReportFacts.Phase(state) : nil
        areNotificationsOff = state.life.phone?.notificationPermission != .granted
        isTimeWrong = state.account.isTimeWrong
    }
}

extension HomeFacts.Service {
    fileprivate init(_ state: AppState, of app: AssociationApp.App) {
        if !state.onboarding.isServiceWanted {
            self = .off
        } else if let account = state.account.account {
            let isReady = !app.needsAttestations || state.exchange.isAttested(on: account.day)
            self = isReady ? .on : .preparing
        } else if state.account.hasEnded == true {
            self = .ended
        } else if let failure = state.account.failure, !state.account.isRegistering {
            self = .notRegistered(RegistrationProblem(failure))
        } else {
            self = .registering
        }
    }
}

extension RegistrationProblem {
    fileprivate init(_ failure: AuthorityFailure) {
        self =
            switch failure {
            case .unreachable: .noConnection
            case .unavailable: .unavailable
            case .refused: .proofRefused
            case .lost, .wrongTime: .noAnswer
            }
    }
}

extension ReportFacts.Phase {
    fileprivate init(_ state: AppState) {
        let feedback = ReportCodeEntry(typed: state.report.typed).feedback
        if let report = state.report.report {
            self =
                report.code == nil
                ? .codeRefused(feedback)
                : .waiting(contacts: report.contactCount, hasFailed: state.report.failure != nil)
        } else if state.report.isAskingForConsent {
            self = .consent(contacts: state.exchange.log.contacts.count, hasFailed: state.report.planFailed)
        } else if feedback == nil, let completedAt = state.report.completedAt {
            self = .complete(at: completedAt)
        } else {
            self = .code(feedback)
        }
    }
}
