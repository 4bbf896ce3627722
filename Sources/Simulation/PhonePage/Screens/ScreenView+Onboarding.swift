import AppTexts
import ImmuniAPI
import Localisation
import MobileClient
import WebPages

extension ScreenView {
    @HTMLBuilder func settingUp(_ facts: SettingUpFacts) -> [HTML] {
        title(SettingsText.settingUp)
        if facts.wasDamaged {
            notice(SettingsText.wasDamaged)
        }
        if facts.hasFailed {
            notice(SettingsText.settingUpFailed)
            button(ScreenAction("retrySettings"), UploadText.tryAgain)
        }
    }

    @HTMLBuilder func update(_ problem: StartUpProblem) -> [HTML] {
        title(SettingsText.updateTitle)
        switch problem {
        case .systemTooOld(let needed): paragraph(AppPhrase.systemTooOld(needed: "\(needed)"))
        case .servicesTooOld(let needed): paragraph(AppPhrase.servicesTooOld(needed: "\(needed)"))
        case .appTooOld: paragraph(SettingsText.appTooOld)
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
            if facts.wasDamaged {
                notice(SettingsText.wasDamaged)
            }
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
            form(ScreenAction("region")) {
                select(facts.regions.map { ($0.rawValue, name(of: $0)) }, label: say(OnboardingText.regionTitle))
                proceed
            }
        case .province:
            title(OnboardingText.provinceTitle)
            paragraph(OnboardingText.provinceBody)
            form(ScreenAction("province")) {
                select(
                    facts.provinces.map { ($0.code, PlaceNames.province($0.code, in: language)) }
                        .sorted { $0.1 < $1.1 },
                    label: say(OnboardingText.provinceTitle)
                )
                proceed
            }
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

    private var proceed: HTML {
        Tag.div(.class("actions")) { Tag.button { say(SettingsText.proceed) } }
    }

    func name(of region: Region) -> String {
        PlaceNames.name(of: region, in: language)
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
            proceed
        }
    }

    private func tick(_ name: String, _ text: OnboardingText) -> HTML {
        Tag.label(.class("tick")) {
            Tag.input(.type("checkbox"), .name(name), .value("on"), .required)
            Tag.span { say(text) }
        }
    }

    private func permission(_ heading: PermissionText, _ body: PermissionText) -> [HTML] {
        step(heading, body, next: PermissionText.allow)
    }

    /// A switch of the phone, which the app looks at and asks nobody for.
    private func switchedOff(_ heading: PermissionText, _ body: PermissionText) -> [HTML] {
        step(heading, body, next: SettingsText.proceed)
    }

    @HTMLBuilder private func step(_ heading: PermissionText, _ body: PermissionText, next: some LocalisedText)
        -> [HTML]
    {
        title(heading)
        paragraph(body)
        Tag.div(.class("actions")) {
            button(ScreenAction("proceed"), next)
            button(ScreenAction("skip"), SettingsText.later, second: true)
        }
    }
}
