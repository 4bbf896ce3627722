public import Localisation

/// Texts about settings, support, updates and deletion, and texts of every screen.
public enum SettingsText: CaseIterable, LocalisedText {
    case title
    case service
    case language
    case languageOfPhone
    case province
    case choose
    case privacyNotice
    case terms
    case opensInBrowser
    case notAvailable
    case questions
    case support
    case supportBody
    case supportPhone
    case supportEmail
    case supportFacts
    case deleteTitle
    case deleteBody
    case deleteQuestion
    case deleteConfirm
    case deleteYes
    case deleting
    case deleteFailed
    case deleted
    case proceed
    case later
    case back
    case close
    case settingUp
    case settingUpFailed
    case wasDamaged
    case updateTitle
    case updateApp
    case updateSystem
    case updateServices
    case appTooOld

    public var localised: Localised {
        switch self {
        case .title: Localised(en: "Settings", it: "Impostazioni", de: "Einstellungen", fr: "Réglages", es: "Ajustes")
        case .service:
            Localised(
                en: "Exposure notifications",
                it: "Notifiche di esposizione",
                de: "Begegnungs\u{AD}mitteilungen",
                fr: "Notifications d’exposition",
                es: "Notificaciones de exposición"
            )
        case .language: Localised(en: "Language", it: "Lingua", de: "Sprache", fr: "Langue", es: "Idioma")
        case .languageOfPhone: SharedText.languageOfPhone
        case .province:
            Localised(
                en: "Change province",
                it: "Cambia provincia",
                de: "Provinz ändern",
                fr: "Changer de province",
                es: "Cambiar de provincia"
            )
        case .choose: Localised(en: "Please choose", it: "Scegli", de: "Bitte wählen", fr: "Choisissez", es: "Elige")
        case .privacyNotice:
            Localised(
                en: "Privacy notice",
                it: "Informativa sulla privacy",
                de: "Datenschutz\u{AD}erklärung",
                fr: "Avis de confidentialité",
                es: "Aviso de privacidad"
            )
        case .terms:
            Localised(
                en: "Terms of use",
                it: "Condizioni d’uso",
                de: "Nutzungs\u{AD}bedingungen",
                fr: "Conditions d’utilisation",
                es: "Condiciones de uso"
            )
        case .opensInBrowser:
            Localised(
                en: "Opens in the browser",
                it: "Si apre nel browser",
                de: "Öffnet sich im Browser",
                fr: "S’ouvre dans le navigateur",
                es: "Se abre en el navegador"
            )
        case .notAvailable:
            Localised(
                en: "This text is not available at the moment.",
                it: "Questo testo al momento non è disponibile.",
                de: "Dieser Text ist zurzeit nicht verfügbar.",
                fr: "Ce texte n’est pas disponible pour le moment.",
                es: "Este texto no está disponible por el momento."
            )
        case .questions:
            Localised(
                en: "Questions and answers",
                it: "Domande e risposte",
                de: "Fragen und Antworten",
                fr: "Questions et réponses",
                es: "Preguntas y respuestas"
            )
        case .support:
            Localised(en: "Customer support", it: "Assistenza", de: "Kundendienst", fr: "Assistance", es: "Asistencia")
        case .supportBody:
            Localised(
                en: "We are glad to help. Please do not tell us anything about your health.",
                it: "Siamo felici di aiutarti. Non comunicarci nulla sulla tua salute.",
                de: "Wir helfen gern. Bitte teilen Sie uns nichts über Ihre Gesundheit mit.",
                fr: "Nous vous aidons volontiers. Ne nous communiquez rien sur votre santé.",
                es: "Te ayudamos con gusto. No nos cuentes nada sobre tu salud."
            )
        case .supportPhone:
            Localised(
                en: "By telephone",
                it: "Per telefono",
                de: "Telefonisch",
                fr: "Par téléphone",
                es: "Por teléfono"
            )
        case .supportEmail:
            Localised(
                en: "By e-mail",
                it: "Per posta elettronica",
                de: "Per E-Mail",
                fr: "Par courriel",
                es: "Por correo electrónico"
            )
        case .supportFacts:
            Localised(
                en: "These facts about your phone help us. You decide whether to copy them into your message.",
                it: "Questi dati sul tuo telefono ci aiutano. Decidi tu se copiarli nel messaggio.",
                de:
                    "Diese Angaben zu Ihrem Telefon helfen uns. Sie entscheiden, ob Sie sie in Ihre Nachricht kopieren.",
                fr:
                    "Ces informations sur votre téléphone nous aident. À vous de décider de les copier dans votre message.",
                es: "Estos datos de tu teléfono nos ayudan. Tú decides si los copias en tu mensaje."
            )
        case .deleteTitle:
            Localised(
                en: "Delete my data",
                it: "Elimina i miei dati",
                de: "Meine Daten löschen",
                fr: "Supprimer mes données",
                es: "Borrar mis datos"
            )
        case .deleteBody:
            Localised(
                en:
                    "Everything that Avviso keeps on this phone is deleted, and the app starts again. Data that you sent before cannot be deleted, because nobody knows that it was yours.",
                it:
                    "Tutto ciò che Avviso conserva su questo telefono viene eliminato e l’app ricomincia da capo. Ciò che hai già inviato non si può ritirare, perché nessuno sa che era tuo.",
                de:
                    "Alles, was Avviso auf diesem Telefon speichert, wird gelöscht, und die App beginnt von vorn. Was Sie schon gesendet haben, lässt sich nicht zurückholen, denn niemand weiß, dass es von Ihnen war.",
                fr:
                    "Tout ce qu’Avviso conserve sur ce téléphone est supprimé et l’application recommence à zéro. Ce que vous avez déjà envoyé ne peut être repris, car personne ne sait que cela venait de vous.",
                es:
                    "Se borra todo lo que Avviso guarda en este teléfono y la aplicación empieza de nuevo. Lo que ya enviaste no se puede recuperar, porque nadie sabe que era tuyo."
            )
        case .deleteQuestion:
            Localised(
                en: "Really delete everything? This cannot be undone.",
                it: "Vuoi davvero eliminare tutto? Non si può annullare.",
                de: "Wirklich alles löschen? Das lässt sich nicht rückgängig machen.",
                fr: "Voulez-vous vraiment tout supprimer ? C’est définitif.",
                es: "¿Seguro que quieres borrarlo todo? No se puede deshacer."
            )
        case .deleteConfirm:
            Localised(
                en: "Delete everything",
                it: "Elimina tutto",
                de: "Alles löschen",
                fr: "Tout supprimer",
                es: "Borrar todo"
            )
        case .deleteYes:
            Localised(
                en: "Yes, delete everything",
                it: "Sì, elimina tutto",
                de: "Ja, alles löschen",
                fr: "Oui, tout supprimer",
                es: "Sí, borrar todo"
            )
        case .deleting:
            Localised(
                en: "Deleting …",
                it: "Eliminazione in corso …",
                de: "Wird gelöscht …",
                fr: "Suppression en cours …",
                es: "Borrando …"
            )
        case .deleteFailed:
            Localised(
                en: "Not everything could be deleted. Please try again.",
                it: "Non è stato possibile eliminare tutto. Riprova.",
                de: "Es konnte nicht alles gelöscht werden. Bitte versuchen Sie es erneut.",
                fr: "Tout n’a pas pu être supprimé. Réessayez.",
                es: "No se ha podido borrar todo. Inténtalo de nuevo."
            )
        case .deleted:
            Localised(
                en: "Everything was deleted.",
                it: "Tutto è stato eliminato.",
                de: "Alles wurde gelöscht.",
                fr: "Tout a été supprimé.",
                es: "Se ha borrado todo."
            )
        case .proceed: Localised(en: "Continue", it: "Continua", de: "Weiter", fr: "Continuer", es: "Continuar")
        case .later: Localised(en: "Later", it: "Più tardi", de: "Später", fr: "Plus tard", es: "Más tarde")
        case .back: Localised(en: "Back", it: "Indietro", de: "Zurück", fr: "Retour", es: "Atrás")
        case .close: Localised(en: "Close", it: "Chiudi", de: "Schließen", fr: "Fermer", es: "Cerrar")
        case .settingUp:
            Localised(
                en: "Avviso is getting ready …",
                it: "Avviso si sta preparando …",
                de: "Avviso wird vorbereitet …",
                fr: "Avviso se prépare …",
                es: "Avviso se está preparando …"
            )
        case .settingUpFailed:
            Localised(
                en: "Avviso is not ready yet",
                it: "Avviso non è ancora pronto",
                de: "Avviso ist noch nicht bereit",
                fr: "Avviso n’est pas encore prêt",
                es: "Avviso aún no está listo"
            )
        case .wasDamaged:
            Localised(
                en: "The app’s file was damaged, so it starts again. The codes of your phone are not lost.",
                it:
                    "Il file dell’app era danneggiato, quindi si ricomincia. I codici del tuo telefono non sono andati persi.",
                de:
                    "Die Datei der App war beschädigt, deshalb beginnt sie von vorn. Die Codes Ihres Telefons sind nicht verloren.",
                fr:
                    "Le fichier de l’application était endommagé : elle recommence. Les codes de votre téléphone ne sont pas perdus.",
                es:
                    "El archivo de la aplicación estaba dañado, así que empieza de nuevo. Los códigos de tu teléfono no se han perdido."
            )
        case .updateTitle:
            Localised(
                en: "An update is needed",
                it: "È necessario un aggiornamento",
                de: "Eine Aktualisierung ist nötig",
                fr: "Une mise à jour est nécessaire",
                es: "Es necesaria una actualización"
            )
        case .updateApp:
            Localised(
                en: "Update Avviso",
                it: "Aggiorna Avviso",
                de: "Avviso aktualisieren",
                fr: "Mettre à jour Avviso",
                es: "Actualizar Avviso"
            )
        case .updateSystem:
            Localised(
                en: "Update the phone’s system",
                it: "Aggiorna il sistema del telefono",
                de: "System des Telefons aktualisieren",
                fr: "Mettre à jour le système du téléphone",
                es: "Actualizar el sistema del teléfono"
            )
        case .updateServices:
            Localised(
                en: "Update Google Play services",
                it: "Aggiorna Google Play Services",
                de: "Google Play-Dienste aktualisieren",
                fr: "Mettre à jour les services Google Play",
                es: "Actualizar los servicios de Google Play"
            )
        case .appTooOld:
            Localised(
                en: "This version of Avviso no longer works. Please install the new one; your settings stay.",
                it: "Questa versione di Avviso non funziona più. Installa quella nuova: le tue impostazioni restano.",
                de:
                    "Diese Version von Avviso funktioniert nicht mehr. Bitte installieren Sie die neue; Ihre Einstellungen bleiben.",
                fr: "Cette version d’Avviso ne fonctionne plus. Installez la nouvelle ; vos réglages sont conservés.",
                es: "Esta versión de Avviso ya no funciona. Instala la nueva; tus ajustes se conservan."
            )
        }
    }
}
