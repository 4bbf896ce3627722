import Localisation

/// Texts of the shell that contain a value.
enum PortalPhrase: LocalisedText {
    case tooEarly(Int64)

    var localised: Localised {
        switch self {
        case .tooEarly(let seconds):
            Localised(
                en: "Too many wrong attempts. Please wait \(seconds) seconds and try again.",
                it: "Troppi tentativi errati. Attendi \(seconds) secondi e riprova.",
                de: "Zu viele falsche Versuche. Bitte warten Sie \(seconds) Sekunden und versuchen Sie es dann erneut.",
                fr: "Trop d’essais incorrects. Attendez \(seconds) secondes, puis réessayez.",
                es: "Demasiados intentos incorrectos. Espere \(seconds) segundos e inténtelo de nuevo."
            )
        }
    }
}
