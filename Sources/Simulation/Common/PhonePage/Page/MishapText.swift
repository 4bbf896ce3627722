import Localisation

/// Texts of the failures that a tester can switch on.
enum MishapText: CaseIterable, LocalisedText {
    case mishaps
    case network
    case networkWorks
    case networkIsOff
    case networkLosesAnswers
    case networkRefuses
    case setNetwork
    case oldSystem
    case oldServices
    case noRadio
    case fullStorage
    case damage
    case install

    var localised: Localised {
        switch self {
        case .mishaps:
            Localised(
                en: "Cause a problem",
                it: "Fai andare storto qualcosa",
                de: "Etwas schiefgehen lassen",
                fr: "Provoquer un problème",
                es: "Provocar un fallo"
            )
        case .network:
            Localised(en: "Connection", it: "Connessione", de: "Verbindung", fr: "Connexion", es: "Conexión")
        case .networkWorks:
            Localised(en: "works", it: "funziona", de: "geht", fr: "fonctionne", es: "funciona")
        case .networkIsOff:
            Localised(en: "none", it: "assente", de: "keine", fr: "aucune", es: "no hay")
        case .networkLosesAnswers:
            Localised(
                en: "answers are lost",
                it: "le risposte si perdono",
                de: "Antworten gehen verloren",
                fr: "les réponses se perdent",
                es: "se pierden las respuestas"
            )
        case .networkRefuses:
            Localised(
                en: "everything is refused",
                it: "tutto viene rifiutato",
                de: "alles wird abgelehnt",
                fr: "tout est refusé",
                es: "todo se rechaza"
            )
        case .setNetwork:
            Localised(
                en: "Change the connection",
                it: "Cambia la connessione",
                de: "Verbindung ändern",
                fr: "Changer la connexion",
                es: "Cambiar la conexión"
            )
        case .oldSystem:
            Localised(
                en: "System too old",
                it: "Sistema troppo vecchio",
                de: "System zu alt",
                fr: "Système trop ancien",
                es: "Sistema demasiado antiguo"
            )
        case .oldServices:
            Localised(
                en: "Google Play services too old",
                it: "Google Play Services troppo vecchio",
                de: "Google Play-Dienste zu alt",
                fr: "Services Google Play trop anciens",
                es: "Servicios de Google Play demasiado antiguos"
            )
        case .noRadio:
            Localised(
                en: "No suitable radio",
                it: "Nessuna radio adatta",
                de: "Kein geeigneter Funk",
                fr: "Pas de radio adaptée",
                es: "Sin radio adecuada"
            )
        case .fullStorage:
            Localised(
                en: "Storage full (seen at the next meeting)",
                it: "Memoria piena (si nota al prossimo incontro)",
                de: "Speicher voll (zeigt sich bei der nächsten Begegnung)",
                fr: "Mémoire pleine (se voit à la prochaine rencontre)",
                es: "Memoria llena (se nota en el próximo encuentro)"
            )
        case .damage:
            Localised(
                en: "Damage the app’s file and restart",
                it: "Danneggia il file dell’app e riavvia",
                de: "Datei der App beschädigen und neu starten",
                fr: "Abîmer le fichier de l’application et redémarrer",
                es: "Dañar el archivo de la aplicación y reiniciar"
            )
        case .install:
            Localised(
                en: "Install the newest app",
                it: "Installa l’app più recente",
                de: "Neueste App installieren",
                fr: "Installer la dernière version de l’application",
                es: "Instalar la aplicación más nueva"
            )
        }
    }
}
