/// Labels of the app's buttons that other texts name: a button is called the same wherever somebody is told to press it.
public enum AppLabel: CaseIterable, LocalisedText {
    /// Opens the upload.
    case warnOthers
    /// Asks whether the operator authorised the code.
    case verifyCode

    public var localised: Localised {
        switch self {
        case .warnOthers:
            Localised(
                en: "Warn others",
                it: "Avvisa gli altri",
                de: "Andere warnen",
                fr: "Prévenir les autres",
                es: "Avisar a los demás"
            )
        case .verifyCode:
            Localised(
                en: "The code is authorised: go on",
                it: "Il codice è autorizzato: continua",
                de: "Der Code ist freigegeben: weiter",
                fr: "Le code est autorisé : continuer",
                es: "El código está autorizado: continuar"
            )
        }
    }
}
