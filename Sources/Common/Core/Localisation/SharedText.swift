/// Texts that several apps have word for word: each is worded and translated once. A single word stays with its app.
///
/// A screen asks the enum of its app, whose case returns the text from here.
package enum SharedText {
    package static let languageOfPhone = Localised(
        en: "Same as the phone",
        it: "Come il telefono",
        de: "Wie das Telefon",
        fr: "Comme le téléphone",
        es: "Como el teléfono"
    )
    package static let switchOffYes = Localised(
        en: "Yes, switch off",
        it: "Sì, disattiva",
        de: "Ja, ausschalten",
        fr: "Oui, désactiver",
        es: "Sí, desactivar"
    )
    package static let warnOthers = Localised(
        en: "Warn others",
        it: "Avvisa gli altri",
        de: "Andere warnen",
        fr: "Prévenir les autres",
        es: "Avisar a los demás"
    )
    package static let openSystemSettings = Localised(
        en: "Open the phone’s settings",
        it: "Apri le impostazioni del telefono",
        de: "Telefon\u{AD}einstellungen öffnen",
        fr: "Ouvrir les réglages du téléphone",
        es: "Abrir los ajustes del teléfono"
    )
    package static let privacyTitle = Localised(
        en: "Your privacy",
        it: "La tua privacy",
        de: "Ihre Privatsphäre",
        fr: "Votre vie privée",
        es: "Tu privacidad"
    )
    package static let adviceForEverybody = Localised(
        en: "Keep your distance, wash your hands and air rooms.",
        it: "Mantieni le distanze, lavati le mani e arieggia gli ambienti.",
        de: "Halten Sie Abstand, waschen Sie die Hände und lüften Sie.",
        fr: "Gardez vos distances, lavez-vous les mains et aérez les pièces.",
        es: "Mantén la distancia, lávate las manos y ventila."
    )
    package static let wrongTime = Localised(
        en: "The date or time of this phone seems to be wrong. Please correct it.",
        it: "La data o l’ora di questo telefono sembra sbagliata. Correggila.",
        de: "Datum oder Uhrzeit dieses Telefons scheinen falsch zu sein. Bitte stellen Sie sie richtig ein.",
        fr: "La date ou l’heure de ce téléphone semble fausse. Corrigez-la.",
        es: "La fecha o la hora de este teléfono parece incorrecta. Corrígela."
    )
    package static let doNotShare = Localised(
        en: "Do not share",
        it: "Non condividere",
        de: "Nicht teilen",
        fr: "Ne pas partager",
        es: "No compartir"
    )
    package static let doNotAllow = Localised(
        en: "Do not allow",
        it: "Non consentire",
        de: "Nicht erlauben",
        fr: "Ne pas autoriser",
        es: "No permitir"
    )
    package static let newsTitle = Localised(
        en: "There is news for you",
        it: "C’è una novità per te",
        de: "Es gibt etwas Neues für Sie",
        fr: "Il y a du nouveau pour vous",
        es: "Hay una novedad para ti"
    )
    package static let deleteTitle = Localised(
        en: "Delete everything",
        it: "Cancella tutto",
        de: "Alles löschen",
        fr: "Tout effacer",
        es: "Borrar todo"
    )
    package static let deleteConfirm = Localised(
        en: "Delete all data",
        it: "Cancella tutti i dati",
        de: "Alle Daten löschen",
        fr: "Effacer toutes les données",
        es: "Borrar todos los datos"
    )
    package static let deleteQuestion = Localised(
        en: "Really delete everything? Nobody can bring it back.",
        it: "Vuoi davvero cancellare tutto? Nessuno potrà recuperarlo.",
        de: "Wirklich alles löschen? Niemand kann es zurückholen.",
        fr: "Voulez-vous vraiment tout effacer ? Personne ne pourra le récupérer.",
        es: "¿Seguro que quieres borrarlo todo? Nadie podrá recuperarlo."
    )
    package static let deleteYes = Localised(
        en: "Yes, delete everything",
        it: "Sì, cancella tutto",
        de: "Ja, alles löschen",
        fr: "Oui, tout effacer",
        es: "Sí, borrar todo"
    )
    package static let deleting = Localised(
        en: "Everything is being deleted",
        it: "Tutto viene cancellato",
        de: "Alles wird gelöscht",
        fr: "Tout est en cours d’effacement",
        es: "Se está borrando todo"
    )
    package static let deleteFailed = Localised(
        en: "The deletion is not complete. Please try again.",
        it: "La cancellazione non è completa. Riprova.",
        de: "Das Löschen ist nicht abgeschlossen. Bitte versuchen Sie es erneut.",
        fr: "L’effacement n’est pas terminé. Réessayez.",
        es: "El borrado no ha terminado. Inténtalo de nuevo."
    )
    package static let deleted = Localised(
        en: "Everything was deleted. The app begins again.",
        it: "Tutto è stato cancellato. L’app ricomincia.",
        de: "Alles ist gelöscht. Die App beginnt von vorn.",
        fr: "Tout a été effacé. L’application recommence.",
        es: "Se ha borrado todo. La aplicación empieza de nuevo."
    )
}

// MARK: - Texts that contain a value

extension SharedText {
    package static func step(number: Int, count: Int) -> Localised {
        Localised(
            en: "Step \(number) of \(count)",
            it: "Passo \(number) di \(count)",
            de: "Schritt \(number) von \(count)",
            fr: "Étape \(number) sur \(count)",
            es: "Paso \(number) de \(count)"
        )
    }

    package static func today(time: String) -> Localised {
        Localised(
            en: "today at \(time)",
            it: "oggi alle \(time)",
            de: "heute um \(time) Uhr",
            fr: "aujourd’hui à \(time)",
            es: "hoy a las \(time)"
        )
    }

    package static func yesterday(time: String) -> Localised {
        Localised(
            en: "yesterday at \(time)",
            it: "ieri alle \(time)",
            de: "gestern um \(time) Uhr",
            fr: "hier à \(time)",
            es: "ayer a las \(time)"
        )
    }

    package static func earlier(day: String, time: String) -> Localised {
        Localised(
            en: "\(day) at \(time)",
            it: "\(day) alle \(time)",
            de: "\(day) um \(time) Uhr",
            fr: "\(day) à \(time)",
            es: "\(day) a las \(time)"
        )
    }

    package static func lastChecked(moment: String) -> Localised {
        Localised(
            en: "Last check: \(moment)",
            it: "Ultimo controllo: \(moment)",
            de: "Letzte Überprüfung: \(moment)",
            fr: "Dernière vérification : \(moment)",
            es: "Última comprobación: \(moment)"
        )
    }

    package static func lastContact(day: String) -> Localised {
        Localised(
            en: "Last contact: \(day)",
            it: "Ultimo contatto: \(day)",
            de: "Letzter Kontakt: \(day)",
            fr: "Dernier contact : \(day)",
            es: "Último contacto: \(day)"
        )
    }

    package static func missingCharacters(count: Int) -> Localised {
        Localised(
            en: "Good so far. Characters still missing: \(count)",
            it: "Finora va bene. Caratteri mancanti: \(count)",
            de: "Bis hierher gut. Noch fehlende Zeichen: \(count)",
            fr: "Bien jusqu’ici. Caractères manquants : \(count)",
            es: "Bien hasta aquí. Caracteres que faltan: \(count)"
        )
    }
}
