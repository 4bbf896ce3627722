public import Localisation

/// Texts of the lock screen. All news has the same words, so they reveal nothing about the owner's health.
public enum NotificationText: CaseIterable, LocalisedText {
    case newsTitle
    case newsBody

    public var localised: Localised {
        switch self {
        case .newsTitle: SharedText.newsTitle
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
