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
            startingSamples, onboardingSamples, homeSamples, risksSamples, scansSamples, testsSamples,
            submissionsSamples, hotlinesSamples, settingsSamples,
        ].flatMap(\.self)
    }

    private static var startingSamples: [SampleScreen] {
        [SampleScreen("starting", .starting)]
            + FreshStart.allCases.map {
                SampleScreen("setting-up-\($0)", .settingUp(SettingUpFacts(failure: nil, beginning: $0)))
            }
            + DownloadProblem.allCases.map {
                SampleScreen(
                    "setting-up-failed-\($0)".lowercased(),
                    .settingUp(SettingUpFacts(failure: $0, beginning: .first))
                )
            }
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

    private static var settingsSamples: [SampleScreen] {
        [
            SampleScreen("settings", .settings(SettingsFacts(isServiceOn: true, language: nil))),
            SampleScreen("settings-off", .settings(SettingsFacts(isServiceOn: false, language: .german))),
            SampleScreen("language", .language(chosen: nil)),
            SampleScreen("delete-data", .deleteData(hasFailed: false)),
            SampleScreen("delete-data-failed", .deleteData(hasFailed: true)), SampleScreen("deleting", .deleting),
        ]
    }

    static let sampleTime = UnixTime(1_728_050_000)
    static let sampleDay = sampleTime.utcDay
}
