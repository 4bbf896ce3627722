import CoronaWarnAPI
import CoronaWarnClient
import ExposurePrimitives
import Localisation
import PhonePage

// The actions of the app's screens, in the form that a form posts.

extension ScreenAction {
    static func open(_ place: AppPlace) -> ScreenAction { ScreenAction("open", "\(place)") }
    static func ask(_ reason: HotlineReason) -> ScreenAction { ScreenAction("hotline", reason.rawValue) }
    static func symptoms(_ choice: SymptomChoice) -> ScreenAction { ScreenAction("symptoms", choice.rawValue) }

    /// The form with the countries that `chooseCountries` offers. The box of a country has its name.
    static func countries(_ countries: [RegionCode]) -> ScreenAction {
        ScreenAction("countries", countries.map(\.text).joined(separator: ","))
    }

    private static let places = Dictionary(uniqueKeysWithValues: AppPlace.allCases.map { ("\($0)", $0) })

    private static let simple: [String: AppAction] = [
        "proceed": .proceed, "skip": .skip, "goBack": .goBack, "retryConfiguration": .retryConfiguration,
        "refresh": .refresh, "openResult": .openResult, "removeTest": .removeTest, "confirmTeleTAN": .confirmTeleTAN,
        "consent": .consent, "decline": .decline, "sendNow": .sendNow, "consentToday": .consentToday,
        "deleteEverything": .deleteEverything,
    ]

    /// The app's action; nil if no screen of ours posts it.
    ///
    /// - Parameter field: the value of another field of the form, empty without one.
    func appAction(_ field: (String) -> String) -> AppAction? {
        switch verb {
        case "open": Self.places[object].map { .open($0) }
        case "service": Self.switched(object).map { .setService(isOn: $0) }
        case "daily": Self.switched(object).map { .shareDaily($0) }
        case "language": object.isEmpty ? .chooseLanguage(nil) : Language(rawValue: object).map { .chooseLanguage($0) }
        case "scan": scan(birthDate: field("birthDate"))
        case "hotline": HotlineReason(rawValue: object).map { .askHotline($0) }
        case "teleTAN": .typeTeleTAN(object)
        case "symptoms": SymptomChoice(rawValue: object)?.statement(field("day")).map { .answerSymptoms($0) }
        case "countries":
            .chooseCountries(
                object.split(separator: ",").compactMap { RegionCode($0) }.filter { !field($0.text).isEmpty }
            )
        default: Self.simple[verb]
        }
    }

    private static func switched(_ object: String) -> Bool? { ["on": true, "off": false][object] }

    private func scan(birthDate: String) -> AppAction? {
        guard !birthDate.isEmpty else {
            return .scan(object, birthDate: nil)
        }
        return CalendarDay(iso: birthDate).map { .scan(object, birthDate: $0) }
    }
}

/// The answers about symptoms, as the screen offers them.
enum SymptomChoice: String, CaseIterable {
    case day
    case thisWeek
    case lastWeek
    case longAgo
    case unknown
    case none
    case noAnswer

    /// - Parameter day: for an exact day; nil without one.
    func statement(_ day: String) -> SymptomStatement? {
        switch self {
        case .day: CalendarDay(iso: day).map { .symptoms(.day($0)) }
        case .thisWeek: .symptoms(.withinSevenDays)
        case .lastWeek: .symptoms(.oneToTwoWeeksAgo)
        case .longAgo: .symptoms(.moreThanTwoWeeksAgo)
        case .unknown: .symptoms(.unknown)
        case .none: .noSymptoms
        case .noAnswer: .noAnswer
        }
    }
}
