import ImmuniClient
import ImmuniTexts
import Localisation
import PhonePage
import WebPages

/// The screen of the app as part of a page.
struct ScreenView: ScreenPieces {
    let frame: ScreenFrame
    let language: Language
    let screen: AppScreen

    init(_ screen: AppScreen, in language: Language, _ frame: ScreenFrame) {
        (self.screen, self.language, self.frame) = (screen, language, frame)
    }

    var html: [HTML] {
        switch screen {
        case .starting: [title(SettingsText.settingUp)]
        case .updateRequired(let problem): update(problem)
        case .settingUp(let facts): settingUp(facts)
        case .onboarding(let facts): onboarding(facts)
        case .home(let facts): home(facts)
        case .repair(let facts): repair(facts)
        case .risk(let finding): reasons(of: finding) + [back]
        case .upload(let facts): upload(facts)
        case .settings(let facts): settings(facts)
        case .language(let chosen): languages(SettingsText.self, chosen: chosen) + [back]
        case .region(let facts): region(facts)
        case .province(let facts): province(facts)
        case .privacyNotice(let url): document(SettingsText.privacyNotice, url)
        case .terms(let url): document(SettingsText.terms, url)
        case .faq(let facts): faq(facts)
        case .faqEntry(let facts): faqEntry(facts)
        case .support(let facts): support(facts)
        case .deleteData(let hasFailed): deleteData(SettingsText.self, hasFailed: hasFailed) + [back]
        case .deleting: [title(SettingsText.deleting)]
        }
    }

    // MARK: - Pieces

    /// A link to the switches beside the phone, which replace its settings.
    func systemSettings(_ card: PanelCard) -> HTML {
        link(to: card, PermissionText.openSystemSettings)
    }

    var back: HTML { button(ScreenAction("goBack"), SettingsText.back, second: true) }

    /// A link to the authority's text, if there is one.
    func link(_ text: some LocalisedText, _ url: String?) -> HTML {
        guard let url, let link = PageLink.web(url) else {
            return paragraph(SettingsText.notAvailable, quiet: true)
        }
        return Tag.p {
            Tag.a(.href(link)) { say(text) }
            Tag.span(.class("quiet")) { say(SettingsText.opensInBrowser) }
        }
    }

    /// The time of a check in a form for people.
    func moment(_ check: CheckTime) -> String {
        AppPhrase.moment(check.time, now: frame.now, in: language)
    }
}

extension AppPhrase: MomentPhrase {}
extension SettingsText: SettingsScreenText {}
