import Localisation

/// Texts about what is shown once.
enum OnceText: CaseIterable, LocalisedText {
    case copy
    case copied

    var localised: Localised {
        switch self {
        case .copy: Localised(en: "Copy", it: "Copia", de: "Kopieren", fr: "Copier", es: "Copiar")
        case .copied: Localised(en: "Copied", it: "Copiato", de: "Kopiert", fr: "Copié", es: "Copiado")
        }
    }
}
