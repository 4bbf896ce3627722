public import Localisation

/// Texts of the settings and of the deletion.
public enum SettingsText: CaseIterable, LocalisedText {
    case title
    case service
    case language
    case languageOfPhone
    case deleteTitle
    case deleteBody
    case deleteConfirm
    case deleteQuestion
    case deleteYes
    case deleting
    case deleteFailed

    public var localised: Localised {
        switch self {
        case .title: Localised(en: "Settings", it: "Impostazioni", de: "Einstellungen", fr: "Réglages", es: "Ajustes")
        case .service: OnboardingText.frameworkTitle.localised
        case .language: Localised(en: "Language", it: "Lingua", de: "Sprache", fr: "Langue", es: "Idioma")
        case .languageOfPhone: SharedText.languageOfPhone
        case .deleteTitle: SharedText.deleteTitle
        case .deleteBody:
            Localised(
                en:
                    "This removes your test, your random codes and the codes of your contacts from this phone. What was sent stays sent.",
                it:
                    "Questo rimuove dal telefono il tuo test, i tuoi codici casuali e i codici dei tuoi contatti. Ciò che è stato inviato resta inviato.",
                de:
                    "Das entfernt Ihren Test, Ihre Zufallscodes und die Codes Ihrer Kontakte von diesem Telefon. Was gesendet wurde, bleibt gesendet.",
                fr:
                    "Cela retire de ce téléphone votre test, vos codes aléatoires et les codes de vos contacts. Ce qui a été envoyé reste envoyé.",
                es:
                    "Esto quita del teléfono tu prueba, tus códigos aleatorios y los códigos de tus contactos. Lo enviado sigue enviado."
            )
        case .deleteConfirm: SharedText.deleteConfirm
        case .deleteQuestion: SharedText.deleteQuestion
        case .deleteYes: SharedText.deleteYes
        case .deleting: SharedText.deleting
        case .deleteFailed: SharedText.deleteFailed
        }
    }
}
