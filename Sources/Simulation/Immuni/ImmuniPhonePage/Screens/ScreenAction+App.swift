import ImmuniAPI
import ImmuniClient
import Localisation
import PhonePage

// The actions of the app's screens.

extension ScreenAction {
    static func open(_ place: AppPlace) -> ScreenAction {
        switch place {
        case .home: ScreenAction("open", "home")
        case .repair(let problem): ScreenAction("problem", problem.rawValue)
        case .risk: ScreenAction("open", "risk")
        case .upload: ScreenAction("open", "upload")
        case .settings: ScreenAction("open", "settings")
        case .language: ScreenAction("open", "language")
        case .region: ScreenAction("open", "region")
        case .province(let region): ScreenAction("provinces", region.rawValue)
        case .privacyNotice: ScreenAction("open", "privacyNotice")
        case .terms: ScreenAction("open", "terms")
        case .faq: ScreenAction("open", "faq")
        case .faqEntry(let index): ScreenAction("question", "\(index)")
        case .support: ScreenAction("open", "support")
        case .deleteData: ScreenAction("open", "deleteData")
        }
    }

    static func update(_ update: ScreenOrder.Update) -> ScreenAction { ScreenAction("update", update.rawValue) }

    /// Nil for actions that stay in the app.
    var update: ScreenOrder.Update? { verb == "update" ? ScreenOrder.Update(rawValue: object) : nil }

    private static let places: [String: AppPlace] = [
        "home": .home, "risk": .risk, "upload": .upload, "settings": .settings, "language": .language,
        "region": .region,
        "privacyNotice": .privacyNotice, "terms": .terms, "faq": .faq, "support": .support, "deleteData": .deleteData,
    ]

    private static let simple: [String: AppAction] = [
        "proceed": .proceed, "skip": .skip, "goBack": .goBack, "retrySettings": .retrySettings,
        "dismissNotice": .dismissNotice, "recallNotice": .recallNotice, "confirmRecovery": .confirmRecovery,
        "validateCode": .validateCode,
        "confirmUpload": .confirmUpload, "newCode": .newCode, "deleteEverything": .deleteEverything,
    ]

    /// The app's action; nil if no screen of ours posts it.
    ///
    /// - Parameter isTicked: whether the box with this name is ticked.
    func appAction(isTicked: (String) -> Bool) -> AppAction? {
        switch verb {
        case "open": Self.places[object].map { .open($0) }
        case "problem": ServiceProblem(rawValue: object).map { .open(.repair($0)) }
        case "repair": ServiceProblem(rawValue: object).map { .repair($0) }
        case "provinces": Region(rawValue: object).map { .open(.province($0)) }
        case "question": Int(object).map { .open(.faqEntry($0)) }
        case "service": .setService(isOn: object == "on")
        case "region": Region(rawValue: object).map { .chooseRegion($0) }
        case "province": Province(code: object).map { .chooseProvince($0) }
        case "language": .chooseLanguage(Language(rawValue: object))
        case "search": .searchFAQ(object)
        case "accept":
            .acceptTerms(
                termsAccepted: isTicked("terms"),
                noticeRead: isTicked("notice"),
                isFourteen: isTicked("fourteen")
            )
        default: Self.simple[verb]
        }
    }
}
