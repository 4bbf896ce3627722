public import Localisation

/// Why the phone has no account, or cannot use it, and what its owner can do.
public enum AccountText: CaseIterable, LocalisedText {
    case noConnection
    case unavailable
    case proofRefused
    case noAnswer
    case wrongTimeTitle
    case wrongTimeBody

    public var localised: Localised {
        switch self {
        case .noConnection:
            Localised(
                en: "The authority could not be reached. Please check the connection.",
                it: "L’autorità non è raggiungibile. Controlla la connessione.",
                de: "Die Behörde war nicht erreichbar. Bitte prüfen Sie die Verbindung.",
                fr: "L’autorité n’a pas pu être jointe. Vérifiez la connexion.",
                es: "No se ha podido llegar a la autoridad. Comprueba la conexión."
            )
        case .unavailable:
            Localised(
                en: "The authority cannot register more phones now. The app tries again by itself.",
                it: "Ora l’autorità non può registrare altri telefoni. L’app riprova da sola.",
                de: "Die Behörde kann jetzt keine weiteren Telefone anmelden. Die App versucht es von selbst erneut.",
                fr:
                    "L’autorité ne peut pas enregistrer d’autres téléphones pour l’instant. L’application réessaie d’elle-même.",
                es: "La autoridad no puede registrar más teléfonos ahora. La aplicación lo vuelve a intentar sola."
            )
        case .proofRefused:
            Localised(
                en:
                    "The authority did not accept this phone. Please check that the app and the phone’s system are up to date.",
                it: "L’autorità non ha accettato questo telefono. Controlla che l’app e il sistema siano aggiornati.",
                de:
                    "Die Behörde hat dieses Telefon nicht angenommen. Bitte prüfen Sie, ob App und System aktuell sind.",
                fr: "L’autorité n’a pas accepté ce téléphone. Vérifiez que l’application et le système sont à jour.",
                es: "La autoridad no ha aceptado este teléfono. Comprueba que la aplicación y el sistema estén al día."
            )
        case .noAnswer:
            Localised(
                en: "The authority’s answer was lost on its way. The app tries again by itself.",
                it: "La risposta dell’autorità si è persa per strada. L’app riprova da sola.",
                de: "Die Antwort der Behörde ging unterwegs verloren. Die App versucht es von selbst erneut.",
                fr: "La réponse de l’autorité s’est perdue en route. L’application réessaie d’elle-même.",
                es: "La respuesta de la autoridad se perdió por el camino. La aplicación lo vuelve a intentar sola."
            )
        case .wrongTimeTitle:
            Localised(
                en: "The clock of this phone is wrong",
                it: "L’orologio di questo telefono è sbagliato",
                de: "Die Uhr dieses Telefons geht falsch",
                fr: "L’horloge de ce téléphone est fausse",
                es: "El reloj de este teléfono no va bien"
            )
        case .wrongTimeBody:
            Localised(
                en:
                    "The authority accepts nothing from a phone with a wrong time. Please let the phone set its date and time by itself. Your report then goes on.",
                it:
                    "L’autorità non accetta nulla da un telefono con l’ora sbagliata. Lascia che il telefono imposti da solo data e ora. Poi la segnalazione prosegue.",
                de:
                    "Die Behörde nimmt von einem Telefon mit falscher Zeit nichts an. Lassen Sie das Telefon Datum und Uhrzeit selbst einstellen. Dann geht Ihre Meldung weiter.",
                fr:
                    "L’autorité n’accepte rien d’un téléphone dont l’heure est fausse. Laissez le téléphone régler lui-même la date et l’heure. Votre signalement reprendra.",
                es:
                    "La autoridad no acepta nada de un teléfono con la hora equivocada. Deja que el teléfono ajuste solo la fecha y la hora. Después seguirá tu comunicación."
            )
        }
    }
}
