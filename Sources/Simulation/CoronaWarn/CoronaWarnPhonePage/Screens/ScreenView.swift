import CoronaWarnClient
import CoronaWarnTexts
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
        case .starting: [title(OnboardingText.settingUp)]
        case .settingUp(let facts): settingUp(facts)
        case .onboarding(let facts): onboarding(facts)
        case .home(let facts): home(facts)
        case .risk(let facts): risk(facts)
        case .scan(let facts): scan(facts)
        case .test(let facts): test(facts)
        case .submission(let facts): submission(facts)
        case .hotline(let facts): hotline(facts)
        case .settings(let facts): settings(facts)
        case .language(let chosen): languages(SettingsText.self, chosen: chosen) + [back]
        case .deleteData(let hasFailed): deleteData(SettingsText.self, hasFailed: hasFailed) + [back]
        case .deleting: [title(SettingsText.deleting)]
        }
    }

    // MARK: - Pieces

    var back: HTML { button(ScreenAction("goBack"), ActionText.back, second: true) }

    func moment(_ time: UnixTime) -> String { AppPhrase.moment(time, now: frame.now, in: language) }

    static func text(of problem: DownloadProblem) -> AttemptText {
        switch problem {
        case .noConnection: .noConnection
        case .noUsableAnswer: .noUsableAnswer
        case .wrongTime: .wrongTime
        case .phone: .phone
        }
    }

    static func text(of reason: WaitReason) -> WaitText {
        switch reason {
        case .noConnection: .noConnection
        case .busy: .busy
        case .serverFailed: .serverFailed
        case .noAnswer: .noAnswer
        case .resultsDiffer: .resultsDiffer
        }
    }

    static func text(of reason: HotlineReason) -> HotlineText {
        switch reason {
        case .codeRefused: .codeRefused
        case .answerLost: .answerLost
        case .teleTANRefused: .teleTANRefused
        case .resultsDiffer: .resultsDiffer
        case .testForgotten: .testForgotten
        case .noTAN: .noTAN
        case .refusedTAN: .refusedTAN
        case .uploadUncertain: .uploadUncertain
        case .contentRefused: .contentRefused
        case .codeLost: .codeLost
        case .newPhone: .newPhone
        case .retrievalDeclined: .retrievalDeclined
        }
    }
}

extension AppPhrase: MomentPhrase {}
extension SettingsText: SettingsScreenText {}
