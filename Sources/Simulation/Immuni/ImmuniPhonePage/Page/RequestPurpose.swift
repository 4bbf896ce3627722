import ImmuniAPI
import Localisation
import PhonePorts
import WireFormat

/// The purpose of a request of the app.
enum RequestPurpose: CaseIterable, LocalisedText {
    case settings
    case questions
    case keyIndex
    case keys
    case codeCheck
    case upload
    case analyticsToken
    case operationalInfo

    /// Nil for requests that our app does not send.
    init?(of request: PhoneRequest) {
        switch request.target.split(separator: "?").first.map(String.init) ?? request.target {
        case ImmuniEndpoint.settings.path: self = .settings
        case ImmuniEndpoint.keyIndex.path: self = .keyIndex
        case ImmuniEndpoint.checkOTP.path: self = .codeCheck
        case ImmuniEndpoint.upload.path: self = .upload
        case ImmuniEndpoint.analyticsToken.path: self = .analyticsToken
        case ImmuniEndpoint.appleOperationalInfo.path, ImmuniEndpoint.googleOperationalInfo.path:
            self = .operationalInfo
        case let path where path.hasPrefix("/v1/keys/"): self = .keys
        case let path where path.hasPrefix("/docs/"): self = .questions
        default: return nil
        }
    }

    var localised: Localised {
        switch self {
        case .settings:
            Localised(en: "Settings", it: "Impostazioni", de: "Einstellungen", fr: "Réglages", es: "Ajustes")
        case .questions:
            Localised(
                en: "Questions and answers",
                it: "Domande e risposte",
                de: "Fragen und Antworten",
                fr: "Questions et réponses",
                es: "Preguntas y respuestas"
            )
        case .keyIndex:
            Localised(
                en: "List of key files",
                it: "Elenco dei file di chiavi",
                de: "Liste der Schlüsseldateien",
                fr: "Liste des fichiers de clés",
                es: "Lista de archivos de claves"
            )
        case .keys:
            Localised(
                en: "Keys of others",
                it: "Chiavi di altri",
                de: "Schlüssel anderer",
                fr: "Clés d’autres personnes",
                es: "Claves de otras personas"
            )
        case .codeCheck:
            Localised(
                en: "Code check",
                it: "Verifica di un codice",
                de: "Prüfung eines Codes",
                fr: "Vérification d’un code",
                es: "Comprobación de un código"
            )
        case .upload:
            Localised(
                en: "Keys of this phone",
                it: "Chiavi proprie",
                de: "Eigene Schlüssel",
                fr: "Clés de ce téléphone",
                es: "Claves propias"
            )
        case .analyticsToken:
            Localised(
                en: "Analytics token",
                it: "Token di analisi",
                de: "Analyse-Token",
                fr: "Jeton d’analyse",
                es: "Token de análisis"
            )
        case .operationalInfo:
            Localised(
                en: "How the app works",
                it: "Come funziona l’app",
                de: "Wie die App arbeitet",
                fr: "État de l’application",
                es: "Cómo funciona la aplicación"
            )
        }
    }
}
