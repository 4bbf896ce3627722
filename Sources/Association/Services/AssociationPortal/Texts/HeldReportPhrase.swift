import Localisation

/// Texts of the epidemiologist's page that contain a value.
enum HeldReportPhrase: LocalisedText {
    /// - Parameter number: the place in the list, from 1.
    case report(number: String)

    var localised: Localised {
        switch self {
        case .report(let number):
            Localised(
                en: "Report \(number)",
                it: "Segnalazione \(number)",
                de: "Meldung \(number)",
                fr: "Signalement \(number)",
                es: "Notificación \(number)"
            )
        }
    }
}
