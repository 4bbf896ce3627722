public import Localisation

/// Texts of the lock screen. They reveal nothing about the owner's health, and no result.
public enum NotificationText: CaseIterable, LocalisedText {
    case resultTitle
    case resultBody
    case changeTitle
    case changeBody
    case silenceTitle
    case silenceBody

    public var localised: Localised {
        switch self {
        case .resultTitle: SharedText.newsTitle
        case .resultBody:
            Localised(
                en: "A result is available. Open the app to see it.",
                it: "Un risultato è disponibile. Apri l’app per vederlo.",
                de: "Ein Ergebnis ist da. Öffnen Sie die App, um es zu sehen.",
                fr: "Un résultat est disponible. Ouvrez l’application pour le voir.",
                es: "Hay un resultado disponible. Abre la aplicación para verlo."
            )
        case .changeTitle:
            Localised(
                en: "Please open Corona-Warn",
                it: "Apri Corona-Warn",
                de: "Bitte öffnen Sie Corona-Warn",
                fr: "Ouvrez Corona-Warn",
                es: "Abre Corona-Warn"
            )
        case .changeBody:
            Localised(
                en: "Something has changed since you last looked.",
                it: "Qualcosa è cambiato dall’ultima volta.",
                de: "Seit Sie zuletzt hineingesehen haben, hat sich etwas geändert.",
                fr: "Quelque chose a changé depuis la dernière fois.",
                es: "Algo ha cambiado desde la última vez."
            )
        case .silenceTitle:
            Localised(
                en: "Corona-Warn needs a connection",
                it: "Corona-Warn ha bisogno di una connessione",
                de: "Corona-Warn braucht eine Verbindung",
                fr: "Corona-Warn a besoin d’une connexion",
                es: "Corona-Warn necesita conexión"
            )
        case .silenceBody:
            Localised(
                en: "There has been no check for 36 hours. Open the app to see why.",
                it: "Da 36 ore non c’è stato alcun controllo. Apri l’app per vedere perché.",
                de: "Seit 36 Stunden gab es keine Überprüfung. Öffnen Sie die App, um den Grund zu sehen.",
                fr: "Aucune vérification depuis 36 heures. Ouvrez l’application pour voir pourquoi.",
                es: "No ha habido ninguna comprobación en 36 horas. Abre la aplicación para ver por qué."
            )
        }
    }
}
