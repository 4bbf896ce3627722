import AssociationAPI
import AssociationClient
import AssociationTexts
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func onboarding(_ facts: OnboardingFacts) -> [HTML] {
        paragraph(AppPhrase.step(number: facts.number, count: facts.count), quiet: true)
        switch facts.step {
        case .welcome:
            title(OnboardingText.welcomeTitle)
            beginning(facts.beginning)
            paragraph(OnboardingText.welcomeBody)
            button(ScreenAction("proceed"), ActionText.proceed)
        case .consent:
            title(OnboardingText.consentTitle)
            list([
                OnboardingText.consentCollected,
                facts.isPrivate ? OnboardingText.privateAuthority : OnboardingText.consentAuthority,
                OnboardingText.consentNames, OnboardingText.consentChoice,
            ])
            button(ScreenAction("proceed"), OnboardingText.consentAgree)
        case .district: district
        case .notifications:
            title(OnboardingText.notificationsTitle)
            paragraph(OnboardingText.notificationsBody)
            button(ScreenAction("proceed"), ActionText.proceed)
        }
        if facts.number > 1 {
            back
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

    @HTMLBuilder private var district: [HTML] {
        title(OnboardingText.districtTitle)
        paragraph(OnboardingText.districtBody)
        form(ScreenAction("district")) {
            Tag.label(.for("district")) { say(OnboardingText.districtLabel) }
            Tag.input(
                .id("district"),
                .name("what"),
                .maxlength(PostalDistrict.maxLength),
                .autocomplete("off"),
                .autocapitalize("characters"),
                .noSpellcheck,
                .required,
                .aria("describedby", "district-rule")
            )
            Tag.p(.class("quiet"), .id("district-rule")) { say(OnboardingText.districtWrong) }
            Tag.div(.class("actions")) { Tag.button { say(ActionText.proceed) } }
        }
    }
}
