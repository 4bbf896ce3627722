import AssociationClient
import AssociationTexts
import ExposurePrimitives
import Localisation
import PhonePage
import WebPages

/// The screen of the app as part of a page.
struct ScreenView: ScreenPieces {
    let frame: ScreenFrame
    let language: Language
    private let screen: AppScreen

    init(_ screen: AppScreen, in language: Language, _ frame: ScreenFrame) {
        (self.screen, self.language, self.frame) = (screen, language, frame)
    }

    var html: [HTML] {
        switch screen {
        case .starting: [title(OnboardingText.starting)]
        case .onboarding(let facts): onboarding(facts)
        case .home(let facts): home(facts)
        case .alerts(let alerts): self.alerts(alerts)
        case .report(let facts): report(facts)
        case .settings(let facts): settings(facts)
        case .language(let chosen): languages(SettingsText.self, chosen: chosen) + [back]
        case .deleteData(let hasFailed): deleteData(SettingsText.self, hasFailed: hasFailed) + [back]
        case .deleting: [title(SettingsText.deleting)]
        }
    }

    // MARK: - Pieces

    var back: HTML { button(ScreenAction("goBack"), ActionText.back, second: true) }

    func moment(_ time: UnixTime) -> String { AppPhrase.moment(time, now: frame.now, in: language) }
}

extension AppPhrase: MomentPhrase {}
extension SettingsText: SettingsScreenText {}
