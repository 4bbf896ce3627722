import Localisation

/// Texts of the hotline's pages.
enum HotlineText: CaseIterable, LocalisedText {
    case site
    case title
    case limits
    case nextNow
    case reason
    case reasonTest
    case reasonEvent
    case noPersonalData
    case checks
    case checkResult
    case checkNeed
    case checkApp
    case checkOrder
    case checkHost
    case give
    case givenTitle
    case spelled
    case validity
    case whatNow
    case shownOnce
    case another
    case checksMissing
    case formTaken
    case foreignKind
    case authorityNotListed
    case unavailable

    var localised: Localised {
        switch self {
        case .site, .title, .limits, .nextNow, .reason, .reasonTest, .reasonEvent, .noPersonalData: ofFrame
        case .checks, .checkResult, .checkNeed, .checkApp, .checkOrder, .checkHost, .give: ofChecks
        case .givenTitle, .spelled, .validity, .whatNow, .shownOnce, .another: ofGiven
        case .checksMissing, .formTaken, .foreignKind, .authorityNotListed, .unavailable: ofRefusal
        }
    }
}

extension HotlineText {
    private var ofFrame: Localised {
        switch self {
        case .site:
            Localised(
                en: "Avviso for the hotline",
                it: "Avviso per il servizio telefonico",
                de: "Avviso für die Hotline",
                fr: "Avviso pour l’assistance téléphonique",
                es: "Avviso para la línea de atención"
            )
        case .limits:
            Localised(
                en: "What is left of the limits",
                it: "Quanto resta dei limiti",
                de: "Was von den Grenzen übrig ist",
                fr: "Ce qui reste des limites",
                es: "Lo que queda de los límites"
            )
        case .nextNow:
            Localised(
                en: "You can give the next one now.",
                it: "Puoi dare il prossimo adesso.",
                de: "Sie können die nächste jetzt ausgeben.",
                fr: "Vous pouvez donner le prochain maintenant.",
                es: "Puede dar el siguiente ahora."
            )
        case .reason: Localised(en: "Reason:", it: "Motivo:", de: "Grund:", fr: "Motif :", es: "Motivo de la llamada:")
        case .reasonTest:
            Localised(
                en: "Positive test (TEST)",
                it: "Test positivo (TEST)",
                de: "Positiver Test (TEST)",
                fr: "Test positif (TEST)",
                es: "Prueba positiva (TEST)"
            )
        case .reasonEvent:
            Localised(
                en: "Event (EVENT)",
                it: "Evento (EVENT)",
                de: "Veranstaltung (EVENT)",
                fr: "Événement (EVENT)",
                es: "Acto (EVENT)"
            )
        case .noPersonalData:
            Localised(
                en: "Don’t write down who calls. This page keeps no personal data.",
                it: "Non annotare chi chiama. Questa pagina non conserva dati personali.",
                de: "Notieren Sie nicht, wer anruft. Diese Seite speichert keine persönlichen Daten.",
                fr: "Ne notez pas qui appelle. Cette page ne conserve aucune donnée personnelle.",
                es: "No anote quién llama. Esta página no guarda datos personales."
            )
        default:
            Localised(
                en: "Give a teleTAN",
                it: "Dai un teleTAN",
                de: "Eine teleTAN ausgeben",
                fr: "Donner un teleTAN",
                es: "Dar un teleTAN"
            )
        }
    }

    private var ofChecks: Localised {
        switch self {
        case .checks:
            Localised(
                en: "Ask the person. Tick what is so.",
                it: "Chiedi alla persona. Spunta ciò che è vero.",
                de: "Fragen Sie die Person. Haken Sie an, was zutrifft.",
                fr: "Demandez à la personne. Cochez ce qui est vrai.",
                es: "Pregunte a la persona. Marque lo que se cumple."
            )
        case .checkResult:
            Localised(
                en: "A laboratory, a doctor or the health office told the person the positive result.",
                it: "Un laboratorio, un medico o l’ufficio sanitario ha comunicato alla persona il risultato positivo.",
                de: "Ein Labor, eine Praxis oder das Gesundheitsamt hat der Person das positive Ergebnis mitgeteilt.",
                fr: "Un laboratoire, un médecin ou le service de santé a annoncé le résultat positif à la personne.",
                es: "Un laboratorio, un médico o el servicio de salud comunicó a la persona el resultado positivo."
            )
        case .checkNeed:
            Localised(
                en:
                    "The app cannot get the result: the sheet has no code, the code does not work, or the phone is new.",
                it:
                    "L’app non può ricevere il risultato: il foglio è senza codice, il codice non funziona o il telefono è nuovo.",
                de:
                    "Die App kann das Ergebnis nicht abrufen: Das Blatt hat keinen Code, er geht nicht, oder das Telefon ist neu.",
                fr:
                    "L’application ne peut pas obtenir le résultat : pas de code, code refusé ou téléphone nouveau.",
                es:
                    "La aplicación no puede recibir el resultado: la hoja no tiene código, el código no sirve o el teléfono es nuevo."
            )
        case .checkApp:
            Localised(
                en: "The person has the app open and can type the teleTAN now.",
                it: "La persona ha l’app aperta e può digitare il teleTAN adesso.",
                de: "Die Person hat die App geöffnet und kann die teleTAN jetzt eingeben.",
                fr: "La personne a ouvert l’application et peut saisir le teleTAN maintenant.",
                es: "La persona tiene la aplicación abierta y puede escribir el teleTAN ahora."
            )
        case .checkOrder:
            Localised(
                en: "The health authority decided to warn the guests of this event.",
                it: "L’autorità sanitaria ha deciso di avvisare gli ospiti di questo evento.",
                de: "Das Gesundheitsamt hat entschieden, die Gäste dieser Veranstaltung zu warnen.",
                fr: "L’autorité sanitaire a décidé d’avertir les invités de cet événement.",
                es: "La autoridad sanitaria decidió avisar a los asistentes de este acto."
            )
        case .checkHost:
            Localised(
                en: "The person is the host of the event.",
                it: "La persona è chi ha organizzato l’evento.",
                de: "Die Person hat die Veranstaltung ausgerichtet.",
                fr: "La personne est l’hôte de l’événement.",
                es: "La persona organizó el acto."
            )
        default:
            Localised(
                en: "Show a teleTAN",
                it: "Mostra un teleTAN",
                de: "Eine teleTAN anzeigen",
                fr: "Afficher un teleTAN",
                es: "Mostrar un teleTAN"
            )
        }
    }

    private var ofGiven: Localised {
        switch self {
        case .givenTitle:
            Localised(
                en: "Read this teleTAN out",
                it: "Detta questo teleTAN",
                de: "Lesen Sie diese teleTAN vor",
                fr: "Dictez ce teleTAN",
                es: "Dicte este teleTAN"
            )
        case .spelled:
            Localised(
                en: "The teleTAN, spelled",
                it: "Il teleTAN, lettera per lettera",
                de: "Die teleTAN, buchstabiert",
                fr: "Le teleTAN, épelé",
                es: "El teleTAN, deletreado"
            )
        case .validity: Localised(en: "Valid:", it: "Valido:", de: "Gültig:", fr: "Validité :", es: "Validez:")
        case .whatNow:
            Localised(
                en: "Ask the person to type it and to read it back. The app says at once whether a character is wrong.",
                it: "Chiedi alla persona di digitarlo e di rileggerlo. L’app dice subito se un carattere è sbagliato.",
                de:
                    "Bitten Sie die Person, sie einzugeben und vorzulesen. Die App sagt sofort, wenn ein Zeichen falsch ist.",
                fr:
                    "Demandez à la personne de le saisir et de le relire. L’application signale aussitôt un caractère faux.",
                es:
                    "Pida a la persona que lo escriba y lo lea en voz alta. La aplicación avisa enseguida de un carácter erróneo."
            )
        case .shownOnce:
            Localised(
                en: "It is shown this once. After you leave the page nobody can see it again.",
                it: "Viene mostrato solo questa volta. Dopo aver lasciato la pagina nessuno può più vederlo.",
                de: "Sie wird nur dieses eine Mal gezeigt. Nach dem Verlassen der Seite kann niemand sie mehr sehen.",
                fr: "Il n’est affiché qu’une fois. Une fois la page quittée, personne ne peut plus le voir.",
                es: "Se muestra solo esta vez. Al salir de la página, nadie puede volver a verlo."
            )
        default:
            Localised(
                en: "Give another teleTAN",
                it: "Dai un altro teleTAN",
                de: "Eine weitere teleTAN ausgeben",
                fr: "Donner un autre teleTAN",
                es: "Dar otro teleTAN"
            )
        }
    }

    private var ofRefusal: Localised {
        switch self {
        case .checksMissing:
            Localised(
                en: "No teleTAN was given. Tick every check first, or end the call.",
                it: "Non è stato dato nessun teleTAN. Prima spunta tutti i punti, oppure termina la chiamata.",
                de:
                    "Es wurde keine teleTAN ausgegeben. Haken Sie zuerst alle Punkte an, oder beenden Sie das Gespräch.",
                fr: "Aucun teleTAN n’a été donné. Cochez d’abord tous les points, ou terminez l’appel.",
                es: "No se dio ningún teleTAN. Marque primero todos los puntos o termine la llamada."
            )
        case .formTaken:
            Localised(
                en:
                    "This form was sent already, and gave at most one teleTAN. Without one on your screen, send the form again.",
                it:
                    "Questo modulo è già stato inviato e ha dato al massimo un teleTAN. Se non lo vedi, invia di nuovo il modulo.",
                de:
                    "Dieses Formular wurde schon gesendet und ergab höchstens eine teleTAN. Sehen Sie keine, senden Sie es noch einmal.",
                fr:
                    "Ce formulaire a déjà été envoyé et a donné au plus un teleTAN. Si vous n’en voyez aucun, renvoyez-le.",
                es:
                    "Este formulario ya se envió y dio como máximo un teleTAN. Si no ve ninguno, envíelo de nuevo."
            )
        case .foreignKind:
            Localised(
                en: "Your account does not give teleTANs of this kind. Nothing was done.",
                it: "Il tuo account non dà teleTAN di questo tipo. Non è stato fatto nulla.",
                de: "Ihr Konto gibt keine teleTANs dieser Art aus. Es wurde nichts getan.",
                fr: "Votre compte ne donne pas de teleTAN de ce type. Rien n’a été fait.",
                es: "Su cuenta no da teleTAN de este tipo. No se ha hecho nada."
            )
        case .authorityNotListed:
            Localised(
                en: "Your health authority gets no teleTANs for events. Ask those who look after the server.",
                it: "La tua autorità sanitaria non riceve teleTAN per eventi. Rivolgiti a chi gestisce il server.",
                de:
                    "Ihr Gesundheitsamt erhält keine teleTANs für Veranstaltungen. Fragen Sie die Verantwortlichen des Servers.",
                fr:
                    "Votre autorité sanitaire ne reçoit pas de teleTAN pour des événements. Adressez-vous à ceux qui gèrent le serveur.",
                es:
                    "Su autoridad sanitaria no recibe teleTAN para actos. Pregunte a quien administra el servidor."
            )
        default:
            Localised(
                en: "The server could not give a teleTAN. Wait a moment and try again.",
                it: "Il server non ha potuto dare un teleTAN. Attendi un momento e riprova.",
                de: "Der Server konnte keine teleTAN ausgeben. Warten Sie einen Moment, und versuchen Sie es erneut.",
                fr: "Le serveur n’a pas pu donner de teleTAN. Attendez un instant, puis réessayez.",
                es: "El servidor no pudo dar un teleTAN. Espere un momento e inténtelo de nuevo."
            )
        }
    }
}
