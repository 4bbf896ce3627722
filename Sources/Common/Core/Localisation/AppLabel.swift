/// Labels of the app's buttons that other texts name. A button has the same name in every instruction.
public enum AppLabel: CaseIterable, LocalisedText {
    /// The button that opens the upload.
    case warnOthers
    /// The button that asks whether the operator authorised the code.
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
                en: "The code is authorised: continue",
                it: "Il codice è autorizzato: continua",
                de: "Der Code ist freigegeben: weiter",
                fr: "Le code est autorisé : continuer",
                es: "El código está autorizado: continuar"
            )
        }
    }
}
