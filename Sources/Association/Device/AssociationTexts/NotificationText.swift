public import Localisation

/// Texts of the lock screen. All news has the same words, so they reveal nothing about the owner's health.
public enum NotificationText: CaseIterable, LocalisedText {
    case newsTitle
    case newsBody

    public var localised: Localised {
        switch self {
        case .newsTitle:
            Localised(
                en: "There is news for you",
                it: "C’è una novità per te",
                de: "Es gibt etwas Neues für Sie",
                fr: "Il y a du nouveau pour vous",
                es: "Hay una novedad para ti"
            )
        case .newsBody:
            Localised(
                en: "Please open the app to read it.",
                it: "Apri l’app per leggerla.",
                de: "Bitte öffnen Sie die App, um es zu lesen.",
                fr: "Ouvrez l’application pour le lire.",
                es: "Abre la aplicación para leerla."
            )
        }
    }
}
