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
        self.screen = screen
        self.language = language
        self.frame = frame
    }

    /// The part of the page with the app.
    var section: HTML {
        frame.section(in: language) { html }
    }

    private var html: [HTML] {
        switch screen {
        case .starting: [title(OnboardingText.starting)]
        case .onboarding(let facts): onboarding(facts)
        case .home(let facts): home(facts)
        case .alerts(let alerts): self.alerts(alerts)
        case .report(let facts): report(facts)
        case .settings(let facts): settings(facts)
        case .language(let chosen): languages(chosen: chosen)
        case .deleteData(let hasFailed): deleteData(hasFailed: hasFailed)
        case .deleting: [title(SettingsText.deleting)]
        }
    }

    // MARK: - Pieces

    var back: HTML { button(ScreenAction("goBack"), ActionText.back, second: true) }

    func moment(_ time: UnixTime) -> String { AppPhrase.moment(time, now: frame.now, in: language) }
}

extension AppPhrase: MomentPhrase {}
