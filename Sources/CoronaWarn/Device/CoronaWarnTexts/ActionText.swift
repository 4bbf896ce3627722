public import Localisation

/// Buttons that stand on more than one screen.
public enum ActionText: CaseIterable, LocalisedText {
    case proceed
    case allow
    case later
    case back
    case close
    case tryAgain
    case openSystemSettings
    case help

    public var localised: Localised {
        switch self {
        case .proceed: Localised(en: "Continue", it: "Continua", de: "Weiter", fr: "Continuer", es: "Continuar")
        case .allow: Localised(en: "Allow", it: "Consenti", de: "Erlauben", fr: "Autoriser", es: "Permitir")
        case .later: Localised(en: "Not now", it: "Non ora", de: "Nicht jetzt", fr: "Pas maintenant", es: "Ahora no")
        case .back: Localised(en: "Back", it: "Indietro", de: "Zurück", fr: "Retour", es: "Volver")
        case .close: Localised(en: "Close", it: "Chiudi", de: "Schließen", fr: "Fermer", es: "Cerrar")
        case .tryAgain:
            Localised(en: "Try again", it: "Riprova", de: "Erneut versuchen", fr: "Réessayer", es: "Reintentar")
        case .openSystemSettings: SharedText.openSystemSettings
        case .help:
            Localised(
                en: "Help by telephone",
                it: "Aiuto per telefono",
                de: "Hilfe am Telefon",
                fr: "Aide par téléphone",
                es: "Ayuda por teléfono"
            )
        }
    }
}
