import Localisation

/// The words of the page around the app: the phone's operating system, and the panel for testers.
enum PanelText {
    static func phone(of name: String) -> Localised {
        Localised(
            en: "\(name)’s phone",
            it: "Telefono di \(name)",
            de: "Telefon von \(name)",
            fr: "Téléphone de \(name)",
            es: "Teléfono de \(name)"
        )
    }
    static let open = Localised(
        en: "Open Avviso",
        it: "Apri Avviso",
        de: "Avviso öffnen",
        fr: "Ouvrir Avviso",
        es: "Abrir Avviso"
    )
    static let lockScreen = Localised(
        en: "Lock screen",
        it: "Schermata di blocco",
        de: "Sperrbildschirm",
        fr: "Écran verrouillé",
        es: "Pantalla bloqueada"
    )
    static let noNotifications = Localised(
        en: "No notifications",
        it: "Nessuna notifica",
        de: "Keine Mitteilungen",
        fr: "Aucune notification",
        es: "Sin notificaciones"
    )
    static let putAway = Localised(
        en: "Put the phone away",
        it: "Metti via il telefono",
        de: "Telefon weglegen",
        fr: "Ranger le téléphone",
        es: "Guardar el teléfono"
    )

    // The panel

    static let testers = Localised(
        en: "For testers",
        it: "Per chi prova",
        de: "Zum Ausprobieren",
        fr: "Pour les essais",
        es: "Para pruebas"
    )
    static let clock = Localised(en: "Clock", it: "Orologio", de: "Uhr", fr: "Horloge", es: "Reloj")
    static func now(_ text: String) -> Localised {
        Localised(
            en: "It is \(text) (UTC) for all phones of the cast.",
            it: "Per tutti i telefoni sono le \(text) (UTC).",
            de: "Für alle Telefone ist es \(text) (UTC).",
            fr: "Pour tous les téléphones il est \(text) (UTC).",
            es: "Para todos los teléfonos son las \(text) (UTC)."
        )
    }
    static let advanceBy = Localised(
        en: "Move on by",
        it: "Avanti di",
        de: "Vorstellen um",
        fr: "Avancer de",
        es: "Adelantar"
    )
    static func hours(_ count: Int) -> Localised {
        Localised(
            en: count == 1 ? "1 hour" : "\(count) hours",
            it: count == 1 ? "1 ora" : "\(count) ore",
            de: count == 1 ? "1 Stunde" : "\(count) Stunden",
            fr: count == 1 ? "1 heure" : "\(count) heures",
            es: count == 1 ? "1 hora" : "\(count) horas"
        )
    }
    static func days(_ count: Int) -> Localised {
        Localised(
            en: count == 1 ? "1 day" : "\(count) days",
            it: count == 1 ? "1 giorno" : "\(count) giorni",
            de: count == 1 ? "1 Tag" : "\(count) Tage",
            fr: count == 1 ? "1 jour" : "\(count) jours",
            es: count == 1 ? "1 día" : "\(count) días"
        )
    }
    static let advance = Localised(
        en: "Move the clock on",
        it: "Sposta l’orologio",
        de: "Uhr vorstellen",
        fr: "Avancer l’horloge",
        es: "Adelantar el reloj"
    )
    static let meeting = Localised(
        en: "Meet another phone",
        it: "Incontra un altro telefono",
        de: "Anderem Telefon begegnen",
        fr: "Rencontrer un autre téléphone",
        es: "Encontrarse con otro teléfono"
    )
    static let nobodyNear = Localised(
        en: "No other phone of the cast is switched on.",
        it: "Nessun altro telefono è acceso.",
        de: "Kein anderes Telefon ist eingeschaltet.",
        fr: "Aucun autre téléphone n’est allumé.",
        es: "No hay otro teléfono encendido."
    )
    static let whom = Localised(en: "Whose phone", it: "Telefono di", de: "Wessen Telefon", fr: "À qui", es: "De quién")
    static let metres = Localised(
        en: "Distance in metres",
        it: "Distanza in metri",
        de: "Abstand in Metern",
        fr: "Distance en mètres",
        es: "Distancia en metros"
    )
    static let minutes = Localised(
        en: "Minutes together",
        it: "Minuti insieme",
        de: "Minuten zusammen",
        fr: "Minutes ensemble",
        es: "Minutos juntos"
    )
    static let meet = Localised(en: "Meet", it: "Incontra", de: "Begegnen", fr: "Rencontrer", es: "Encontrarse")
    static func met(_ name: String, minutes: Int, packets: Int) -> Localised {
        Localised(
            en: "\(minutes) minutes with \(name): \(packets) signals heard.",
            it: "\(minutes) minuti con \(name): \(packets) segnali ricevuti.",
            de: "\(minutes) Minuten mit \(name): \(packets) Signale gehört.",
            fr: "\(minutes) minutes avec \(name) : \(packets) signaux entendus.",
            es: "\(minutes) minutos con \(name): \(packets) señales oídas."
        )
    }
    static let switches = Localised(
        en: "Switches of the phone",
        it: "Interruttori del telefono",
        de: "Schalter des Telefons",
        fr: "Interrupteurs du téléphone",
        es: "Interruptores del teléfono"
    )
    static let bluetooth = Localised(
        en: "Bluetooth",
        it: "Bluetooth",
        de: "Bluetooth",
        fr: "Bluetooth",
        es: "Bluetooth"
    )
    static let location = Localised(
        en: "Location",
        it: "Posizione",
        de: "Standort",
        fr: "Localisation",
        es: "Ubicación"
    )
    static let notifications = Localised(
        en: "Notifications of Avviso",
        it: "Notifiche di Avviso",
        de: "Mitteilungen von Avviso",
        fr: "Notifications d’Avviso",
        es: "Notificaciones de Avviso"
    )
    static let revoke = Localised(
        en: "Withdraw exposure notifications",
        it: "Revoca le notifiche di esposizione",
        de: "Begegnungsmitteilungen entziehen",
        fr: "Retirer les notifications d’exposition",
        es: "Retirar las notificaciones de exposición"
    )
    static let background = Localised(
        en: "Look for exposures in the background now",
        it: "Cerca ora esposizioni in background",
        de: "Jetzt im Hintergrund nach Begegnungen suchen",
        fr: "Chercher maintenant des expositions en arrière-plan",
        es: "Buscar ahora exposiciones en segundo plano"
    )
    static let requests = Localised(
        en: "Requests sent",
        it: "Richieste inviate",
        de: "Gesendete Anfragen",
        fr: "Requêtes envoyées",
        es: "Solicitudes enviadas"
    )
    static let noRequests = Localised(
        en: "None yet.",
        it: "Ancora nessuna.",
        de: "Noch keine.",
        fr: "Aucune pour l’instant.",
        es: "Ninguna todavía."
    )
    static let time = Localised(en: "Time", it: "Ora", de: "Zeit", fr: "Heure", es: "Hora")
    static let request = Localised(en: "Request", it: "Richiesta", de: "Anfrage", fr: "Requête", es: "Solicitud")
    static let bytesSent = Localised(
        en: "Bytes sent",
        it: "Byte inviati",
        de: "Bytes gesendet",
        fr: "Octets envoyés",
        es: "Bytes enviados"
    )
    static let answer = Localised(
        en: "Answer (bytes)",
        it: "Risposta (byte)",
        de: "Antwort (Bytes)",
        fr: "Réponse (octets)",
        es: "Respuesta (bytes)"
    )
    static let noAnswer = Localised(en: "none", it: "nessuna", de: "keine", fr: "aucune", es: "ninguna")
    static let kind = Localised(en: "Kind", it: "Tipo", de: "Art", fr: "Type", es: "Clase")
    static let genuine = Localised(en: "real", it: "vera", de: "echt", fr: "réelle", es: "auténtica")
    static let dummy = Localised(en: "dummy", it: "fittizia", de: "Attrappe", fr: "factice", es: "ficticia")
    static let reset = Localised(
        en: "New phone in its place",
        it: "Telefono nuovo al suo posto",
        de: "Durch ein neues Telefon ersetzen",
        fr: "Remplacer par un téléphone neuf",
        es: "Cambiarlo por un teléfono nuevo"
    )
    static let resetBody = Localised(
        en: "All files of this phone are deleted, also the framework’s.",
        it: "Si cancellano tutti i file di questo telefono, anche quelli del framework.",
        de: "Alle Dateien dieses Telefons werden gelöscht, auch die des Frameworks.",
        fr: "Tous les fichiers de ce téléphone sont effacés, ceux du framework aussi.",
        es: "Se borran todos los archivos de este teléfono, también los del framework."
    )
    // What goes wrong

    static let mishaps = Localised(
        en: "Let something go wrong",
        it: "Fai andare storto qualcosa",
        de: "Etwas schiefgehen lassen",
        fr: "Provoquer un problème",
        es: "Provocar un fallo"
    )
    static let network = Localised(
        en: "Connection",
        it: "Connessione",
        de: "Verbindung",
        fr: "Connexion",
        es: "Conexión"
    )
    static let networkWorks = Localised(
        en: "works",
        it: "funziona",
        de: "geht",
        fr: "fonctionne",
        es: "funciona"
    )
    static let networkIsOff = Localised(
        en: "none",
        it: "assente",
        de: "keine",
        fr: "aucune",
        es: "no hay"
    )
    static let networkLosesAnswers = Localised(
        en: "answers get lost",
        it: "le risposte si perdono",
        de: "Antworten gehen verloren",
        fr: "les réponses se perdent",
        es: "se pierden las respuestas"
    )
    static let networkRefuses = Localised(
        en: "everything is refused",
        it: "tutto viene rifiutato",
        de: "alles wird abgelehnt",
        fr: "tout est refusé",
        es: "todo se rechaza"
    )
    static let setNetwork = Localised(
        en: "Change the connection",
        it: "Cambia la connessione",
        de: "Verbindung ändern",
        fr: "Changer la connexion",
        es: "Cambiar la conexión"
    )
    static let oldSystem = Localised(
        en: "System too old",
        it: "Sistema troppo vecchio",
        de: "System zu alt",
        fr: "Système trop ancien",
        es: "Sistema demasiado antiguo"
    )
    static let oldServices = Localised(
        en: "Google Play services too old",
        it: "Google Play Services troppo vecchio",
        de: "Google Play-Dienste zu alt",
        fr: "Services Google Play trop anciens",
        es: "Servicios de Google Play demasiado antiguos"
    )
    static let noRadio = Localised(
        en: "No suitable radio",
        it: "Nessuna radio adatta",
        de: "Kein geeigneter Funk",
        fr: "Pas de radio adaptée",
        es: "Sin radio adecuada"
    )
    static let fullStorage = Localised(
        en: "Storage full (seen at the next meeting)",
        it: "Memoria piena (si nota al prossimo incontro)",
        de: "Speicher voll (zeigt sich bei der nächsten Begegnung)",
        fr: "Mémoire pleine (se voit à la prochaine rencontre)",
        es: "Memoria llena (se nota en el próximo encuentro)"
    )
    static let damage = Localised(
        en: "Damage the app’s file and restart",
        it: "Danneggia il file dell’app e riavvia",
        de: "Datei der App beschädigen und neu starten",
        fr: "Abîmer le fichier de l’app et redémarrer",
        es: "Dañar el archivo de la app y reiniciar"
    )
    static let restart = Localised(
        en: "Restart the phone",
        it: "Riavvia il telefono",
        de: "Telefon neu starten",
        fr: "Redémarrer le téléphone",
        es: "Reiniciar el teléfono"
    )
    static let requireBuild = Localised(
        en: "The authority requires a newer app",
        it: "L’autorità richiede un’app più recente",
        de: "Die Behörde verlangt eine neuere App",
        fr: "L’autorité exige une app plus récente",
        es: "La autoridad exige una app más nueva"
    )
    static let install = Localised(
        en: "Install the newest app",
        it: "Installa l’app più recente",
        de: "Neueste App installieren",
        fr: "Installer la dernière version de l’app",
        es: "Instalar la app más nueva"
    )
    static let ownClock = Localised(
        en: "The servers do not follow this clock: only phones are moved. docs/phone-page.md tells how they can.",
        it:
            "I server non seguono questo orologio: si spostano solo i telefoni. docs/phone-page.md spiega come farli seguire.",
        de:
            "Die Server folgen dieser Uhr nicht: nur Telefone werden vorgestellt. Wie sie folgen, steht in docs/phone-page.md.",
        fr:
            "Les serveurs ne suivent pas cette horloge : seuls les téléphones avancent. docs/phone-page.md dit comment les faire suivre.",
        es:
            "Los servidores no siguen este reloj: solo se adelantan los teléfonos. docs/phone-page.md explica cómo hacer que lo sigan."
    )
    static let allScreens = Localised(
        en: "All screens",
        it: "Tutte le schermate",
        de: "Alle Bildschirme",
        fr: "Tous les écrans",
        es: "Todas las pantallas"
    )
    static let allScreensBody = Localised(
        en: "Each screen of the app with made-up facts. Controls do nothing here.",
        it: "Ogni schermata dell’app con dati inventati. Qui i comandi non fanno nulla.",
        de: "Jeder Bildschirm der App mit erfundenen Angaben. Die Schaltflächen tun hier nichts.",
        fr: "Chaque écran de l’app avec des données inventées. Ici, les commandes ne font rien.",
        es: "Cada pantalla de la app con datos inventados. Aquí los controles no hacen nada."
    )
    static let toThePhone = Localised(
        en: "To the phone",
        it: "Al telefono",
        de: "Zum Telefon",
        fr: "Vers le téléphone",
        es: "Al teléfono"
    )

    // What requests are for

    static func purpose(_ purpose: RecordedRequest.Purpose) -> Localised {
        switch purpose {
        case .settings:
            Localised(en: "Settings", it: "Impostazioni", de: "Einstellungen", fr: "Réglages", es: "Ajustes")
        case .questions:
            Localised(
                en: "Questions and answers",
                it: "Domande e risposte",
                de: "Fragen und Antworten",
                fr: "Questions et réponses",
                es: "Preguntas y respuestas"
            )
        case .keyIndex:
            Localised(
                en: "List of key files",
                it: "Elenco dei file di chiavi",
                de: "Liste der Schlüsseldateien",
                fr: "Liste des fichiers de clés",
                es: "Lista de archivos de claves"
            )
        case .keys:
            Localised(
                en: "Keys of others",
                it: "Chiavi di altri",
                de: "Schlüssel anderer",
                fr: "Clés d’autres personnes",
                es: "Claves de otras personas"
            )
        case .codeCheck:
            Localised(
                en: "Check of a code",
                it: "Verifica di un codice",
                de: "Prüfung eines Codes",
                fr: "Vérification d’un code",
                es: "Comprobación de un código"
            )
        case .upload:
            Localised(
                en: "Own keys",
                it: "Chiavi proprie",
                de: "Eigene Schlüssel",
                fr: "Clés de ce téléphone",
                es: "Claves propias"
            )
        case .analyticsToken:
            Localised(
                en: "Analytics token",
                it: "Token di analisi",
                de: "Analyse-Token",
                fr: "Jeton d’analyse",
                es: "Token de análisis"
            )
        case .operationalInfo:
            Localised(
                en: "How the app works",
                it: "Come funziona l’app",
                de: "Wie die App arbeitet",
                fr: "État de l’app",
                es: "Cómo funciona la app"
            )
        }
    }

    static let failed = Localised(
        en: "That could not be done. Go back and try again.",
        it: "Non è stato possibile. Torna indietro e riprova.",
        de: "Das ging nicht. Bitte gehen Sie zurück und versuchen Sie es noch einmal.",
        fr: "Cela n’a pas pu être fait. Revenez en arrière et réessayez.",
        es: "No se ha podido hacer. Vuelve atrás e inténtalo de nuevo."
    )
}
