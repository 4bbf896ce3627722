public import Localisation

/// Why something has not left the phone yet, or got no answer.
public enum WaitText: CaseIterable, LocalisedText {
    case noConnection
    case busy
    case serverFailed
    case noAnswer
    case resultsDiffer

    public var localised: Localised {
        switch self {
        case .noConnection:
            Localised(
                en: "There was no connection. Nothing has left your phone.",
                it: "Non c’era connessione. Niente ha lasciato il telefono.",
                de: "Es gab keine Verbindung. Nichts hat Ihr Telefon verlassen.",
                fr: "Il n’y avait pas de connexion. Rien n’a quitté votre téléphone.",
                es: "No había conexión. Nada ha salido de tu teléfono."
            )
        case .busy:
            Localised(
                en: "The server has a lot to do right now and asks for patience.",
                it: "Il server ha molto da fare in questo momento e chiede pazienza.",
                de: "Der Server hat gerade viel zu tun und bittet um Geduld.",
                fr: "Le serveur a beaucoup à faire en ce moment et demande de patienter.",
                es: "El servidor tiene mucho trabajo ahora y pide paciencia."
            )
        case .serverFailed:
            Localised(
                en: "The server could not do its work.",
                it: "Il server non ha potuto fare il suo lavoro.",
                de: "Der Server konnte seine Arbeit nicht tun.",
                fr: "Le serveur n’a pas pu faire son travail.",
                es: "El servidor no ha podido hacer su trabajo."
            )
        case .noAnswer:
            Localised(
                en: "The message may have arrived, but the answer was lost on its way.",
                it: "Il messaggio forse è arrivato, ma la risposta si è persa per strada.",
                de: "Die Nachricht ist vielleicht angekommen, aber die Antwort ging unterwegs verloren.",
                fr: "Le message est peut-être arrivé, mais la réponse s’est perdue en route.",
                es: "Puede que el mensaje haya llegado, pero la respuesta se perdió por el camino."
            )
        case .resultsDiffer:
            Localised(
                en: "The results for the code and for the date of birth do not agree, or one is missing.",
                it: "I risultati per il codice e per la data di nascita non coincidono, o ne manca uno.",
                de: "Die Ergebnisse zu Code und Geburtsdatum stimmen nicht überein, oder eines fehlt.",
                fr: "Les résultats pour le code et pour la date de naissance ne concordent pas, ou l’un manque.",
                es: "Los resultados del código y de la fecha de nacimiento no coinciden, o falta uno."
            )
        }
    }
}
