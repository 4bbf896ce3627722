public import Localisation

/// The operating system's question to the owner. A real phone uses its own words; the phone in the browser shows these.
public enum SystemQuestionText: CaseIterable, LocalisedText {
    case notifyTitle
    case notifyBody
    case doNotAllow

    public var localised: Localised {
        switch self {
        case .notifyTitle:
            Localised(
                en: "May Avviso Association send you notifications?",
                it: "Avviso Association può inviarti notifiche?",
                de: "Darf Avviso Association Ihnen Mitteilungen senden?",
                fr: "Avviso Association peut-il vous envoyer des notifications ?",
                es: "¿Puede Avviso Association enviarte notificaciones?"
            )
        case .notifyBody:
            Localised(
                en: "You can change this in the phone’s settings.",
                it: "Puoi cambiarlo nelle impostazioni del telefono.",
                de: "Sie können das in den Einstellungen des Telefons ändern.",
                fr: "Vous pourrez changer d’avis dans les réglages du téléphone.",
                es: "Puedes cambiarlo en los ajustes del teléfono."
            )
        case .doNotAllow:
            Localised(
                en: "Don’t Allow",
                it: "Non consentire",
                de: "Nicht erlauben",
                fr: "Ne pas autoriser",
                es: "No permitir"
            )
        }
    }
}
