import AssociationAPI
import AssociationClient
import Localisation
import PhonePage

// The actions of the app's screens, in the form that a form posts.

extension ScreenAction {
    static func open(_ place: AppPlace) -> ScreenAction { ScreenAction("open", "\(place)") }

    private static let places = Dictionary(uniqueKeysWithValues: AppPlace.allCases.map { ("\($0)", $0) })

    private static let simple: [String: AppAction] = [
        "proceed": .proceed, "goBack": .goBack, "retryRegistration": .retryRegistration, "confirmCode": .confirmCode,
        "consent": .consent, "decline": .decline, "deleteEverything": .deleteEverything,
    ]

    /// The app's action; nil if no screen of ours posts it.
    var appAction: AppAction? {
        switch verb {
        case "open": Self.places[object].map { .open($0) }
        case "service": ["on": true, "off": false][object].map { .setService(isOn: $0) }
        case "language": object.isEmpty ? .chooseLanguage(nil) : Language(rawValue: object).map { .chooseLanguage($0) }
        case "district": district
        case "contactDays": Int(object).flatMap { ContactDays.choices.contains($0) ? .setContactDays($0) : nil }
        case "code": .typeCode(object)
        default: Self.simple[verb]
        }
    }

    /// Nil for anything but a district. Small letters and spaces are no mistake.
    private var district: AppAction? {
        PostalDistrict(object.filter { !$0.isWhitespace }.uppercased()).map { .chooseDistrict($0) }
    }

    /// Whether the owner may have mistyped.
    var isTyped: Bool { verb == "district" }
}
