import Localisation

/// Texts of the list of requests that left the phone.
enum RequestText: CaseIterable, LocalisedText {
    case requests
    case noRequests
    case time
    case request
    case bytesSent
    case answer
    case noAnswer
    case kind
    case genuine
    case dummy

    var localised: Localised {
        switch self {
        case .requests:
            Localised(
                en: "Requests sent",
                it: "Richieste inviate",
                de: "Gesendete Anfragen",
                fr: "Requêtes envoyées",
                es: "Solicitudes enviadas"
            )
        case .noRequests:
            Localised(
                en: "None yet.",
                it: "Ancora nessuna.",
                de: "Noch keine.",
                fr: "Aucune pour l’instant.",
                es: "Ninguna todavía."
            )
        case .time: Localised(en: "Time", it: "Ora", de: "Zeit", fr: "Heure", es: "Hora")
        case .request: Localised(en: "Request", it: "Richiesta", de: "Anfrage", fr: "Requête", es: "Solicitud")
        case .bytesSent:
            Localised(
                en: "Bytes sent",
                it: "Byte inviati",
                de: "Bytes gesendet",
                fr: "Octets envoyés",
                es: "Bytes enviados"
            )
        case .answer:
            Localised(
                en: "Answer (bytes)",
                it: "Risposta (byte)",
                de: "Antwort (Bytes)",
                fr: "Réponse (octets)",
                es: "Respuesta (bytes)"
            )
        case .noAnswer: Localised(en: "none", it: "nessuna", de: "keine", fr: "aucune", es: "ninguna")
        case .kind: Localised(en: "Kind", it: "Tipo", de: "Art", fr: "Type", es: "Clase")
        case .genuine: Localised(en: "real", it: "vera", de: "echt", fr: "réelle", es: "auténtica")
        case .dummy: Localised(en: "dummy", it: "fittizia", de: "Attrappe", fr: "factice", es: "ficticia")
        }
    }
}
