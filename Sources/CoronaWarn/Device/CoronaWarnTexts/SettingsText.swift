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
        case .service:
            Localised(
                en: "Recognise contacts",
                it: "Riconoscere i contatti",
                de: "Begegnungen erkennen",
                fr: "Reconnaître les contacts",
                es: "Reconocer los contactos"
            )
        case .language: Localised(en: "Language", it: "Lingua", de: "Sprache", fr: "Langue", es: "Idioma")
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
