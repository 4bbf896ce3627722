import CoronaWarnClient
import CoronaWarnTexts
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func settingUp(_ facts: SettingUpFacts) -> [HTML] {
        title(facts.failure == nil ? OnboardingText.settingUp : OnboardingText.settingUpFailed)
        beginning(facts.beginning)
        if let failure = facts.failure {
            notice(Self.text(of: failure))
            button(ScreenAction("retryConfiguration"), ActionText.tryAgain)
        }
    }

    /// The reason why the app begins without data, if its owner should know.
    @HTMLBuilder private func beginning(_ beginning: FreshStart) -> [HTML] {
        switch beginning {
        case .first: []
        case .damaged: notice(OnboardingText.wasDamaged)
        case .deleted: notice(OnboardingText.deleted, isBad: false)
        }
    }

    @HTMLBuilder func onboarding(_ facts: OnboardingFacts) -> [HTML] {
        paragraph(AppPhrase.step(number: facts.number, count: facts.count), quiet: true)
        switch facts.step {
        case .welcome:
            title(OnboardingText.welcomeTitle)
            beginning(facts.beginning)
            paragraph(OnboardingText.welcomeBody)
            button(ScreenAction("proceed"), ActionText.proceed)
        case .privacy:
            title(OnboardingText.privacyTitle)
            list([OnboardingText.privacyCodes, OnboardingText.privacyChoice, OnboardingText.privacyCover])
            button(ScreenAction("proceed"), OnboardingText.privacyAgree)
        case .framework: permission(OnboardingText.frameworkTitle, OnboardingText.frameworkBody)
        case .tests:
            title(OnboardingText.testsTitle)
            paragraph(OnboardingText.testsBody)
            button(ScreenAction("proceed"), ActionText.proceed)
        case .notifications: permission(OnboardingText.notificationsTitle, OnboardingText.notificationsBody)
        }
        if facts.number > 1 {
            back
        }
    }

    @HTMLBuilder private func permission(_ heading: OnboardingText, _ body: OnboardingText) -> [HTML] {
        title(heading)
        paragraph(body)
        Tag.div(.class("actions")) {
            button(ScreenAction("proceed"), ActionText.allow)
            button(ScreenAction("skip"), ActionText.later, second: true)
        }
    }
}
