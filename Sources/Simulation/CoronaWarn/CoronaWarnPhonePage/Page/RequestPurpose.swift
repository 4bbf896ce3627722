import Localisation

/// The purpose of a request of the app.
enum RequestPurpose: CaseIterable, LocalisedText {
    case configuration
    case list
    case keys
    case registration
    case result
    case tan
    case upload

    var localised: Localised {
        switch self {
        case .configuration:
            Localised(
                en: "Configuration",
                it: "Configurazione",
                de: "Konfiguration",
                fr: "Réglages",
                es: "Configuración"
            )
        case .list:
            Localised(
                en: "List of packages",
                it: "Elenco dei pacchetti",
                de: "Liste der Pakete",
                fr: "Liste des paquets",
                es: "Lista de paquetes"
            )
        case .keys:
            Localised(
                en: "Keys of others",
                it: "Chiavi di altri",
                de: "Schlüssel anderer",
                fr: "Clés d’autres personnes",
                es: "Claves de otras personas"
            )
        case .registration:
            Localised(
                en: "Registration of a test",
                it: "Registrazione di un test",
                de: "Registrierung eines Tests",
                fr: "Enregistrement d’un test",
                es: "Registro de una prueba"
            )
        case .result:
            Localised(
                en: "Question for a result",
                it: "Richiesta di un risultato",
                de: "Frage nach einem Ergebnis",
                fr: "Demande d’un résultat",
                es: "Pregunta por un resultado"
            )
        case .tan:
            Localised(
                en: "Permission to upload",
                it: "Permesso di invio",
                de: "Erlaubnis zum Senden",
                fr: "Autorisation d’envoi",
                es: "Permiso de envío"
            )
        case .upload:
            Localised(
                en: "Keys of this phone",
                it: "Chiavi proprie",
                de: "Eigene Schlüssel",
                fr: "Clés de ce téléphone",
                es: "Claves propias"
            )
        }
    }
}
