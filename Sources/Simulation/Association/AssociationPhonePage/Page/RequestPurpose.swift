import AssociationAPI
import Localisation
import PhonePorts
import WireFormat

/// The purpose of a request of the app. Nobody can tell a genuine upload from a decoy, and so neither does the panel.
enum RequestPurpose: CaseIterable, LocalisedText {
    case registration
    case attestations
    case right
    case batch
    case poll
    case boxes

    /// Nil for requests that our app does not send.
    init?(of request: PhoneRequest) {
        switch request.target {
        case AssociationEndpoint.registration.path: self = .registration
        case AssociationEndpoint.attestations.path: self = .attestations
        case AssociationEndpoint.right.path: self = .right
        case AssociationEndpoint.batch.path: self = .batch
        case AssociationEndpoint.poll.path: self = .poll
        case let path where path.hasPrefix("/association/v1/boxes/"): self = .boxes
        default: return nil
        }
    }

    var localised: Localised {
        switch self {
        case .registration:
            Localised(en: "Registration", it: "Registrazione", de: "Anmeldung", fr: "Enregistrement", es: "Registro")
        case .attestations:
            Localised(
                en: "Signatures for tomorrow’s keys",
                it: "Firme per le chiavi di domani",
                de: "Bestätigung der Schlüssel von morgen",
                fr: "Signatures des clés de demain",
                es: "Firmas de las claves de mañana"
            )
        case .right:
            Localised(
                en: "Permission to report, or a decoy",
                it: "Permesso di segnalare, o un’esca",
                de: "Erlaubnis zur Meldung, oder eine Attrappe",
                fr: "Autorisation de signaler, ou un leurre",
                es: "Permiso para comunicar, o un señuelo"
            )
        case .batch:
            Localised(
                en: "Part of a report, or a decoy",
                it: "Parte di una segnalazione, o un’esca",
                de: "Teil einer Meldung, oder eine Attrappe",
                fr: "Partie d’un signalement, ou un leurre",
                es: "Parte de una comunicación, o un señuelo"
            )
        case .poll:
            Localised(
                en: "Question for warnings",
                it: "Richiesta di avvisi",
                de: "Frage nach Warnungen",
                fr: "Demande d’avertissements",
                es: "Pregunta por avisos"
            )
        case .boxes:
            Localised(
                en: "Locked reports of a day, for all phones",
                it: "Segnalazioni chiuse di un giorno, per tutti i telefoni",
                de: "Verschlossene Meldungen eines Tages, für alle Telefone",
                fr: "Signalements verrouillés d’un jour, pour tous les téléphones",
                es: "Comunicaciones cerradas de un día, para todos los teléfonos"
            )
        }
    }
}
