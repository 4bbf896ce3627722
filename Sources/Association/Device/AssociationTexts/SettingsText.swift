public import Localisation

/// Texts of the settings and of the deletion.
public enum SettingsText: CaseIterable, LocalisedText {
    case title
    case service
    case switchOff
    case switchOffQuestion
    case switchOffYes
    case contactDays
    case contactDaysBody
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
        case .service:
            Localised(
                en: "Note contacts",
                it: "Annota i contatti",
                de: "Kontakte notieren",
                fr: "Noter les contacts",
                es: "Anotar los contactos"
            )
        case .switchOff:
            Localised(en: "Switch off", it: "Disattiva", de: "Ausschalten", fr: "Désactiver", es: "Desactivar")
        case .switchOffQuestion:
            Localised(
                en: "Really switch off? While it is off, your phone notes no contacts. Warnings still arrive.",
                it: "Disattivare davvero? Nel frattempo il telefono non annota contatti. Gli avvisi arrivano comunque.",
                de: "Wirklich ausschalten? Das Telefon notiert dann keine Kontakte. Warnungen kommen weiterhin an.",
                fr:
                    "Vraiment désactiver ? Votre téléphone ne note alors aucun contact. Les avertissements arrivent toujours.",
                es: "¿Desactivar de verdad? Mientras tanto no se anotan contactos. Los avisos siguen llegando."
            )
        case .switchOffYes: SharedText.switchOffYes
        case .contactDays:
            Localised(
                en: "Days for which contacts are kept",
                it: "Giorni per cui i contatti sono conservati",
                de: "Tage, die Kontakte aufgehoben werden",
                fr: "Jours de conservation des contacts",
                es: "Días que se guardan los contactos"
            )
        case .contactDaysBody:
            Localised(
                en: "Older contacts are deleted from this phone. A shorter time takes effect at once.",
                it: "I contatti più vecchi vengono cancellati dal telefono. Un periodo più breve vale subito.",
                de: "Ältere Kontakte werden auf diesem Telefon gelöscht. Eine kürzere Zeit gilt sofort.",
                fr:
                    "Les contacts plus anciens sont effacés de ce téléphone. Une durée plus courte s’applique aussitôt.",
                es: "Los contactos más antiguos se borran de este teléfono. Un plazo más corto vale enseguida."
            )
        case .language: Localised(en: "Language", it: "Lingua", de: "Sprache", fr: "Langue", es: "Idioma")
        case .languageOfPhone: SharedText.languageOfPhone
        case .deleteTitle: SharedText.deleteTitle
        case .deleteBody:
            Localised(
                en:
                    "This removes your contacts, warnings and registration from this phone. The phone asks the authority to delete its number too. If it cannot, the number ends there after a long time without use. A report that was sent stays, without the number.",
                it:
                    "Questo rimuove dal telefono contatti, avvisi e registrazione. Il telefono chiede all’autorità di cancellare anche il suo numero. Se non la raggiunge, il numero scade dopo molto tempo senza uso. Una segnalazione già inviata resta, senza il numero.",
                de:
                    "Das entfernt Ihre Kontakte, Warnungen und die Anmeldung von diesem Telefon. Das Telefon bittet die Behörde, auch seine Nummer zu löschen. Erreicht es sie nicht, endet sie dort nach langer Zeit ohne Nutzung. Eine gesendete Meldung bleibt, ohne die Nummer.",
                fr:
                    "Cela retire de ce téléphone vos contacts, vos avertissements et l’enregistrement. Le téléphone demande à l’autorité d’effacer aussi son numéro. À défaut, il y prend fin après une longue période sans usage. Un signalement envoyé reste, sans le numéro.",
                es:
                    "Esto quita del teléfono tus contactos, tus avisos y el registro. El teléfono pide a la autoridad que borre también su número. Si no la alcanza, el número termina allí tras mucho tiempo sin uso. Un informe ya enviado permanece, sin el número."
            )
        case .deleteConfirm: SharedText.deleteConfirm
        case .deleteQuestion: SharedText.deleteQuestion
        case .deleteYes: SharedText.deleteYes
        case .deleting: SharedText.deleting
        case .deleteFailed: SharedText.deleteFailed
        }
    }
}
