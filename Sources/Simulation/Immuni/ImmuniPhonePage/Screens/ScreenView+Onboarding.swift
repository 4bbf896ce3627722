import ImmuniClient
import ImmuniTexts
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func settingUp(_ facts: SettingUpFacts) -> [HTML] {
        title(facts.failure == nil ? SettingsText.settingUp : SettingsText.settingUpFailed)
        beginning(facts.beginning)
        if let failure = facts.failure {
            notice(Self.text(of: failure))
            button(ScreenAction("retrySettings"), UploadText.tryAgain)
        }
    }

    /// The reason why the app begins without data, if its owner should know.
    @HTMLBuilder private func beginning(_ beginning: FreshStart) -> [HTML] {
        switch beginning {
        case .first: []
        case .damaged: notice(SettingsText.wasDamaged)
        case .deleted: notice(SettingsText.deleted, isBad: false)
        }
    }

    @HTMLBuilder func onboarding(_ facts: OnboardingFacts) -> [HTML] {
        paragraph(AppPhrase.step(number: facts.number, count: facts.count), quiet: true)
        step(facts)
        if facts.canGoBack {
            back
        }
    }

    @HTMLBuilder private func step(_ facts: OnboardingFacts) -> [HTML] {
        switch facts.step {
        case .welcome:
            title(OnboardingText.welcomeTitle)
            beginning(facts.beginning)
            paragraph(OnboardingText.welcomeBody)
            button(ScreenAction("proceed"), SettingsText.proceed)
        case .howItWorks:
            title(OnboardingText.howItWorksTitle)
            Tag.ol {
                Tag.li { say(OnboardingText.howItWorksMeeting) }
                Tag.li { say(OnboardingText.howItWorksUpload) }
                Tag.li { say(OnboardingText.howItWorksNotice) }
            }
            paragraph(OnboardingText.howItWorksPrivacy)
            button(ScreenAction("proceed"), SettingsText.proceed)
        case .privacy: privacy(facts)
        case .region:
            title(OnboardingText.regionTitle)
            paragraph(OnboardingText.regionBody)
            choice(of: facts.regions)
        case .province:
            title(OnboardingText.provinceTitle)
            paragraph(OnboardingText.provinceBody)
            choice(of: facts.provinces)
        case .framework: permission(PermissionText.frameworkTitle, PermissionText.frameworkBody)
        case .location: switchedOff(PermissionText.locationTitle, PermissionText.locationBody)
        case .bluetooth: switchedOff(PermissionText.bluetoothTitle, bluetoothBody)
        case .notifications: permission(PermissionText.notificationsTitle, PermissionText.notificationsBody)
        case .trial:
            title(OnboardingText.trialTitle)
            paragraph(OnboardingText.trialBody)
            button(ScreenAction("proceed"), SettingsText.proceed)
        }
    }

    var bluetoothBody: PermissionText {
        platform == .iOS ? .bluetoothBodyIOS : .bluetoothBodyAndroid
    }

    @HTMLBuilder private func privacy(_ facts: OnboardingFacts) -> [HTML] {
        title(OnboardingText.privacyTitle)
        paragraph(OnboardingText.privacyBody)
        link(SettingsText.terms, facts.termsURL)
        link(SettingsText.privacyNotice, facts.noticeURL)
        form(ScreenAction("accept")) {
            tick("terms", OnboardingText.acceptTerms)
            tick("notice", OnboardingText.readNotice)
            tick("fourteen", OnboardingText.isFourteen)
            paragraph(OnboardingText.mustAccept, quiet: true)
            Tag.div(.class("actions")) { Tag.button { say(SettingsText.proceed) } }
        }
    }

    private func tick(_ name: String, _ text: OnboardingText) -> HTML {
        Tag.label(.class("tick")) {
            Tag.input(.type("checkbox"), .name(name), .value("on"), .required)
            Tag.span { say(text) }
        }
    }

    private func permission(_ heading: PermissionText, _ body: PermissionText) -> [HTML] {
        step(heading, body, next: button(ScreenAction("proceed"), PermissionText.allow))
    }

    /// A switch of the phone. The app reads it without asking; once it is on, the app continues by itself.
    private func switchedOff(_ heading: PermissionText, _ body: PermissionText) -> [HTML] {
        step(heading, body, next: systemSettings(.switches))
    }

    @HTMLBuilder private func step(_ heading: PermissionText, _ body: PermissionText, next: HTML) -> [HTML] {
        title(heading)
        paragraph(body)
        Tag.div(.class("actions")) {
            next
            button(ScreenAction("skip"), SettingsText.later, second: true)
        }
    }
}
