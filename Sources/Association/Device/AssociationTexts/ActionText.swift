public import Localisation

/// Buttons that stand on more than one screen.
public enum ActionText: CaseIterable, LocalisedText {
    case proceed
    case allow
    case back
    case tryAgain
    case save

    public var localised: Localised {
        switch self {
        case .proceed: Localised(en: "Continue", it: "Continua", de: "Weiter", fr: "Continuer", es: "Continuar")
        case .allow: Localised(en: "Allow", it: "Consenti", de: "Erlauben", fr: "Autoriser", es: "Permitir")
        case .back: Localised(en: "Back", it: "Indietro", de: "Zurück", fr: "Retour", es: "Volver")
        case .tryAgain:
            Localised(en: "Try again", it: "Riprova", de: "Erneut versuchen", fr: "Réessayer", es: "Reintentar")
        case .save: Localised(en: "Save", it: "Salva", de: "Speichern", fr: "Enregistrer", es: "Guardar")
        }
    }
}
