public import Localisation

/// Why configuration, packages or a check failed, in words that the owner can act on.
public enum AttemptText: CaseIterable, LocalisedText {
    case noConnection
    case noUsableAnswer
    case wrongTime
    case phone

    public var localised: Localised {
        switch self {
        case .noConnection:
            Localised(
                en: "The server could not be reached. Please check the connection.",
                it: "Il server non è raggiungibile. Controlla la connessione.",
                de: "Der Server war nicht erreichbar. Bitte prüfen Sie die Verbindung.",
                fr: "Le serveur n’a pas pu être joint. Vérifiez la connexion.",
                es: "No se ha podido llegar al servidor. Comprueba la conexión."
            )
        case .noUsableAnswer:
            Localised(
                en: "The server’s answer could not be used. This usually passes by itself.",
                it: "La risposta del server non era utilizzabile. Di solito si risolve da solo.",
                de: "Die Antwort des Servers war nicht brauchbar. Das gibt sich meist von selbst.",
                fr: "La réponse du serveur était inutilisable. En général, cela s’arrange.",
                es: "La respuesta del servidor no servía. Suele resolverse solo."
            )
        case .wrongTime: SharedText.wrongTime
        case .phone:
            Localised(
                en: "Something on this phone prevented it. The app tries again by itself.",
                it: "Qualcosa su questo telefono lo ha impedito. L’app riprova da sola.",
                de: "Etwas auf diesem Telefon hat es verhindert. Die App versucht es von selbst erneut.",
                fr: "Quelque chose sur ce téléphone l’a empêché. L’application réessaie d’elle-même.",
                es: "Algo en este teléfono lo ha impedido. La aplicación lo vuelve a intentar por sí sola."
            )
        }
    }
}
