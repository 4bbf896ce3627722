public import Localisation

/// Texts about failed requests to the authority, at the first start and after a check.
public enum AttemptText: CaseIterable, LocalisedText {
    case noConnection
    case noUsableAnswer
    case wrongTime
    case phone

    public var localised: Localised {
        switch self {
        case .noConnection:
            Localised(
                en: "The server cannot be reached. Please check the connection.",
                it: "Il server non è raggiungibile. Controlla la connessione.",
                de: "Der Server ist nicht erreichbar. Bitte prüfen Sie die Verbindung.",
                fr: "Le serveur est injoignable. Vérifiez la connexion.",
                es: "No se puede conectar con el servidor. Comprueba la conexión."
            )
        case .noUsableAnswer:
            Localised(
                en: "The server did not answer correctly. This usually passes by itself.",
                it: "Il server non risponde come dovrebbe. Di solito si risolve da solo.",
                de: "Der Server antwortet nicht, wie er sollte. Das gibt sich meist von selbst.",
                fr: "Le serveur ne répond pas comme prévu. En général, cela s’arrange.",
                es: "El servidor no responde como debería. Suele resolverse solo."
            )
        case .wrongTime: SharedText.wrongTime
        case .phone:
            Localised(
                en: "A problem on this phone prevented it.",
                it: "Qualcosa su questo telefono lo ha impedito.",
                de: "Etwas auf diesem Telefon hat es verhindert.",
                fr: "Quelque chose sur ce téléphone l’a empêché.",
                es: "Algo en este teléfono lo ha impedido."
            )
        }
    }
}
