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
        case .title:
            Localised(
                en: "Settings",
                it: "Impostazioni",
                de: "Einstellungen",
                fr: "Réglages",
                es: "Ajustes"
            )
        case .service:
            Localised(
                en: "Note contacts",
                it: "Annota i contatti",
                de: "Kontakte notieren",
                fr: "Noter les contacts",
                es: "Anotar los contactos"
            )
        case .switchOff:
            Localised(
                en: "Switch off",
                it: "Disattiva",
                de: "Ausschalten",
                fr: "Désactiver",
                es: "Desactivar"
            )
        case .switchOffQuestion:
            Localised(
                en: "Really switch off? While it is off, your phone notes no contacts. Warnings still arrive.",
                it: "Disattivare davvero? Nel frattempo il telefono non annota contatti. Gli avvisi arrivano comunque.",
                de: "Wirklich ausschalten? Das Telefon notiert dann keine Kontakte. Warnungen kommen weiterhin an.",
                fr:
                    "Vraiment désactiver ? Votre téléphone ne note alors aucun contact. Les avertissements arrivent toujours.",
                es: "¿Desactivar de verdad? Mientras tanto no se anotan contactos. Los avisos siguen llegando."
            )
        case .switchOffYes:
            Localised(
                en: "Yes, switch off",
                it: "Sì, disattiva",
                de: "Ja, ausschalten",
                fr: "Oui, désactiver",
                es: "Sí, desactivar"
            )
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
        case .language:
            Localised(
                en: "Language",
                it: "Lingua",
                de: "Sprache",
                fr: "Langue",
                es: "Idioma"
            )
        case .languageOfPhone:
            Localised(
                en: "Same as the phone",
                it: "Come il telefono",
                de: "Wie das Telefon",
                fr: "Comme le téléphone",
                es: "Como el teléfono"
            )
        case .deleteTitle:
            Localised(
                en: "Delete everything",
                it: "Cancella tutto",
                de: "Alles löschen",
                fr: "Tout effacer",
                es: "Borrar todo"
            )
        case .deleteBody:
            Localised(
                en:
                    "This removes your contacts, warnings and registration from this phone. What was sent stays with the authority, and so does the number of this phone.",
                it:
                    "Questo rimuove dal telefono contatti, avvisi e registrazione. Ciò che è stato inviato resta all’autorità, come il numero di questo telefono.",
                de:
                    "Das entfernt Ihre Kontakte, Warnungen und die Anmeldung von diesem Telefon. Was gesendet wurde, bleibt bei der Behörde, ebenso die Nummer dieses Telefons.",
                fr:
                    "Cela retire de ce téléphone vos contacts, vos avertissements et l’enregistrement. Ce qui a été envoyé reste à l’autorité, comme le numéro de ce téléphone.",
                es:
                    "Esto quita del teléfono tus contactos, tus avisos y el registro. Lo enviado sigue en la autoridad, igual que el número de este teléfono."
            )
        case .deleteConfirm:
            Localised(
                en: "Delete all data",
                it: "Cancella tutti i dati",
                de: "Alle Daten löschen",
                fr: "Effacer toutes les données",
                es: "Borrar todos los datos"
            )
        case .deleteQuestion:
            Localised(
                en: "Really delete everything? Nobody can bring it back.",
                it: "Vuoi davvero cancellare tutto? Nessuno potrà recuperarlo.",
                de: "Wirklich alles löschen? Niemand kann es zurückholen.",
                fr: "Voulez-vous vraiment tout effacer ? Personne ne pourra le récupérer.",
                es: "¿Seguro que quieres borrarlo todo? Nadie podrá recuperarlo."
            )
        case .deleteYes:
            Localised(
                en: "Yes, delete everything",
                it: "Sì, cancella tutto",
                de: "Ja, alles löschen",
                fr: "Oui, tout effacer",
                es: "Sí, borrar todo"
            )
        case .deleting:
            Localised(
                en: "Everything is being deleted",
                it: "Tutto viene cancellato",
                de: "Alles wird gelöscht",
                fr: "Tout est en cours d’effacement",
                es: "Se está borrando todo"
            )
        case .deleteFailed:
            Localised(
                en: "The deletion is not complete. Please try again.",
                it: "La cancellazione non è completa. Riprova.",
                de: "Das Löschen ist nicht abgeschlossen. Bitte versuchen Sie es erneut.",
                fr: "L’effacement n’est pas terminé. Réessayez.",
                es: "El borrado no ha terminado. Inténtalo de nuevo."
            )
        }
    }
}
