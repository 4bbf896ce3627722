import AssociationAPI
import ExposurePrimitives
import Localisation

/// A screen with made-up facts.
public struct SampleScreen: Hashable, Sendable {
    /// Lower-case letters, digits and hyphens; unique.
    public let name: String
    public let screen: AppScreen

    init(_ name: String, _ screen: AppScreen) {
        self.name = name
        self.screen = screen
    }
}

extension AppScreen {
    /// Every screen in each of its states: for previews of a user interface, and to check that no text is missing.
    public static var samples: [SampleScreen] {
        [
            [SampleScreen("starting", .starting)], onboardingSamples, homeSamples, alertsSamples, reportsSamples,
            settingsSamples,
        ]
        .flatMap(\.self)
    }

    private static var onboardingSamples: [SampleScreen] {
        func facts(_ step: OnboardingStep, _ beginning: FreshStart = .first) -> AppScreen {
            .onboarding(
                OnboardingFacts(
                    step: step,
                    number: step.rawValue + 1,
                    count: OnboardingStep.allCases.count,
                    beginning: beginning
                )
            )
        }
        return OnboardingStep.allCases.map { SampleScreen("onboarding-\($0)", facts($0)) } + [
            SampleScreen("onboarding-after-damage", facts(.welcome, .damaged)),
            SampleScreen("onboarding-after-deletion", facts(.welcome, .deleted)),
        ]
    }

    private static var homeSamples: [SampleScreen] {
        func home(
            _ service: HomeFacts.Service = .on,
            alerts: [AlertFacts] = [],
            report: ReportFacts.Phase? = nil,
            areNotificationsOff: Bool = false,
            isTimeWrong: Bool = false
        ) -> AppScreen {
            .home(
                HomeFacts(
                    alerts: alerts,
                    service: service,
                    report: report,
                    areNotificationsOff: areNotificationsOff,
                    isTimeWrong: isTimeWrong
                )
            )
        }
        return [
            SampleScreen("home", home()), SampleScreen("home-off", home(.off)),
            SampleScreen("home-ended", home(.ended)), SampleScreen("home-registering", home(.registering)),
            SampleScreen("home-preparing", home(.preparing)),
            SampleScreen("home-notifications-off", home(areNotificationsOff: true)),
            SampleScreen("home-wrong-time", home(isTimeWrong: true)),
        ]
            + RegistrationProblem.allCases.map {
                SampleScreen("home-not-registered-\($0)".lowercased(), home(.notRegistered($0)))
            }
            + ExposureAlert.ScoreBand.allCases.map {
                SampleScreen("home-alert-\($0)", home(alerts: [AlertFacts(day: sampleDay, band: $0)]))
            }
            + reportPhases.map { SampleScreen("home-report-\($0.name)", home(report: $0.phase)) }
    }

    private static var alertsSamples: [SampleScreen] {
        ExposureAlert.ScoreBand.allCases.map {
            SampleScreen("alerts-\($0)", .alerts([AlertFacts(day: sampleDay, band: $0)]))
        } + [SampleScreen("alerts-several", .alerts(severalAlerts)), SampleScreen("alerts-none", .alerts([]))]
    }

    private static var severalAlerts: [AlertFacts] {
        ExposureAlert.ScoreBand.allCases.reversed().enumerated().map {
            AlertFacts(day: sampleDay.advanced(byDays: -$0.offset), band: $0.element)
        }
    }

    private static var reportsSamples: [SampleScreen] {
        let entries: [(name: String, feedback: ReportCodeEntry.Feedback?)] = [
            ("empty", nil), ("begun", .incomplete(missing: 7)), ("wrong-character", .wrongCharacter(position: 3)),
            ("too-long", .tooLong), ("wrong-check", .wrongCheckCharacter), ("complete", .complete),
        ]
        return entries.map { entry in
            SampleScreen("report-code-\(entry.name)", report(.code(entry.feedback), isTyped: entry.feedback != nil))
        }
            + entries.map { entry in
                SampleScreen(
                    "report-refused-\(entry.name)",
                    report(.codeRefused(entry.feedback), isTyped: entry.feedback != nil)
                )
            }
            + [
                SampleScreen("report-consent", report(.consent(contacts: 23, hasFailed: false))),
                SampleScreen("report-consent-failed", report(.consent(contacts: 23, hasFailed: true))),
                SampleScreen(
                    "report-consent-private",
                    .report(ReportFacts(phase: .consent(contacts: 23, hasFailed: false), isPrivate: true))
                ),
            ]
            + reportPhases.filter { $0.name != "refused" }
            .map { SampleScreen("report-\($0.name)", report($0.phase)) }
    }

    private static func report(_ phase: ReportFacts.Phase, isTyped: Bool = false) -> AppScreen {
        .report(ReportFacts(phase: phase, groups: isTyped ? ["7K3M", "Q"] : []))
    }

    /// The phases that Home shows.
    private static var reportPhases: [(name: String, phase: ReportFacts.Phase)] {
        [
            ("waiting", .waiting(contacts: 23, hasFailed: false)),
            ("waiting-again", .waiting(contacts: 23, hasFailed: true)), ("refused", .codeRefused(nil)),
            ("complete", .complete(at: UnixTime(1_728_000_000))),
        ]
    }

    private static var settingsSamples: [SampleScreen] {
        [
            SampleScreen("settings", .settings(SettingsFacts(isServiceOn: true, contactDays: 14))),
            SampleScreen("settings-off", .settings(SettingsFacts(isServiceOn: false, contactDays: 21))),
            SampleScreen("language", .language(chosen: nil)),
            SampleScreen("delete-data", .deleteData(hasFailed: false)),
            SampleScreen("delete-data-failed", .deleteData(hasFailed: true)), SampleScreen("deleting", .deleting),
        ]
    }

    private static let sampleDay = UnixTime(1_728_000_000).utcDay
}
