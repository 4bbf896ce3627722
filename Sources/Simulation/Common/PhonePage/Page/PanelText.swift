import Localisation

/// Texts of the page around the app: the phone's operating system, and the panel for testers.
enum PanelText: CaseIterable, LocalisedText {
    case lockScreen
    case noNotifications
    case putAway
    case testers
    case clock
    case advanceBy
    case advance
    case clockFailed
    case meeting
    case nobodyNear
    case whom
    case metres
    case minutes
    case meet
    case meetLater
    case switches
    case bluetooth
    case location
    case revoke
    case reset
    case resetBody
    case isNew
    case restart
    case ownClock
    case allScreens
    case allScreensBody
    case toThePhone
    case failed

    var localised: Localised {
        switch self {
        case .lockScreen:
            Localised(
                en: "Lock screen",
                it: "Schermata di blocco",
                de: "Sperrbildschirm",
                fr: "Écran verrouillé",
                es: "Pantalla bloqueada"
            )
        case .noNotifications:
            Localised(
                en: "No notifications",
                it: "Nessuna notifica",
                de: "Keine Mitteilungen",
                fr: "Aucune notification",
                es: "Sin notificaciones"
            )
        case .putAway:
            Localised(
                en: "Put the phone away",
                it: "Metti via il telefono",
                de: "Telefon weglegen",
                fr: "Ranger le téléphone",
                es: "Guardar el teléfono"
            )
        case .testers:
            Localised(
                en: "For testers",
                it: "Per chi prova",
                de: "Zum Ausprobieren",
                fr: "Pour les essais",
                es: "Para pruebas"
            )
        case .clock: Localised(en: "Clock", it: "Orologio", de: "Uhr", fr: "Horloge", es: "Reloj")
        case .advanceBy:
            Localised(en: "Move forward by", it: "Avanti di", de: "Vorstellen um", fr: "Avancer de", es: "Adelantar")
        case .advance:
            Localised(
                en: "Move the clock forward",
                it: "Sposta l’orologio",
                de: "Uhr vorstellen",
                fr: "Avancer l’horloge",
                es: "Adelantar el reloj"
            )
        case .clockFailed:
            Localised(
                en: "The clock could not be moved.",
                it: "Non è stato possibile spostare avanti l’orologio.",
                de: "Die Uhr ließ sich nicht vorstellen.",
                fr: "L’horloge n’a pas pu être avancée.",
                es: "No se ha podido adelantar el reloj."
            )
        case .meeting:
            Localised(
                en: "Meet another phone",
                it: "Incontra un altro telefono",
                de: "Anderem Telefon begegnen",
                fr: "Rencontrer un autre téléphone",
                es: "Encontrarse con otro teléfono"
            )
        case .nobodyNear:
            Localised(
                en: "No other phone of the cast is switched on.",
                it: "Nessun altro telefono è acceso.",
                de: "Kein anderes Telefon ist eingeschaltet.",
                fr: "Aucun autre téléphone n’est allumé.",
                es: "No hay otro teléfono encendido."
            )
        case .whom:
            Localised(en: "Whose phone", it: "Telefono di", de: "Wessen Telefon", fr: "Téléphone de", es: "Teléfono de")
        case .metres:
            Localised(
                en: "Distance in metres",
                it: "Distanza in metri",
                de: "Abstand in Metern",
                fr: "Distance en mètres",
                es: "Distancia en metros"
            )
        case .minutes:
            Localised(
                en: "Minutes together",
                it: "Minuti insieme",
                de: "Minuten zusammen",
                fr: "Minutes ensemble",
                es: "Minutos juntos"
            )
        case .meet: Localised(en: "Meet", it: "Incontra", de: "Begegnen", fr: "Rencontrer", es: "Encontrarse")
        case .meetLater:
            Localised(
                en: "Phones can meet once the clock stands still.",
                it: "I telefoni possono incontrarsi quando l’orologio è fermo.",
                de: "Telefone können sich treffen, sobald die Uhr steht.",
                fr: "Les téléphones peuvent se rencontrer une fois l’horloge arrêtée.",
                es: "Los teléfonos pueden encontrarse cuando el reloj esté parado."
            )
        case .switches:
            Localised(
                en: "Phone switches",
                it: "Interruttori del telefono",
                de: "Schalter des Telefons",
                fr: "Interrupteurs du téléphone",
                es: "Interruptores del teléfono"
            )
        case .bluetooth:
            Localised(en: "Bluetooth", it: "Bluetooth", de: "Bluetooth", fr: "Bluetooth", es: "Bluetooth")
        case .location:
            Localised(en: "Location", it: "Posizione", de: "Standort", fr: "Localisation", es: "Ubicación")
        case .revoke:
            Localised(
                en: "Withdraw exposure notifications",
                it: "Revoca le notifiche di esposizione",
                de: "Begegnungs\u{AD}mitteilungen entziehen",
                fr: "Retirer les notifications d’exposition",
                es: "Retirar las notificaciones de exposición"
            )
        case .reset:
            Localised(
                en: "Replace with a new phone",
                it: "Telefono nuovo al suo posto",
                de: "Durch ein neues Telefon ersetzen",
                fr: "Remplacer par un téléphone neuf",
                es: "Cambiarlo por un teléfono nuevo"
            )
        case .resetBody:
            Localised(
                en: "This deletes all files of this phone, including the framework’s.",
                it: "Si cancellano tutti i file di questo telefono, anche quelli del framework.",
                de: "Alle Dateien dieses Telefons werden gelöscht, auch die des Frameworks.",
                fr: "Tous les fichiers de ce téléphone sont effacés, ceux du framework aussi.",
                es: "Se borran todos los archivos de este teléfono, también los del framework."
            )
        case .isNew:
            Localised(
                en: "This is a new phone now.",
                it: "Ora questo è un telefono nuovo.",
                de: "Das ist jetzt ein neues Telefon.",
                fr: "C’est maintenant un nouveau téléphone.",
                es: "Ahora es un teléfono nuevo."
            )
        case .restart:
            Localised(
                en: "Restart the phone",
                it: "Riavvia il telefono",
                de: "Telefon neu starten",
                fr: "Redémarrer le téléphone",
                es: "Reiniciar el teléfono"
            )
        case .ownClock:
            Localised(
                en:
                    "The servers do not follow this clock: only phones are moved. docs/phone-page.md explains how they can follow it.",
                it:
                    "I server non seguono questo orologio: si spostano solo i telefoni. docs/phone-page.md spiega come farli seguire.",
                de:
                    "Die Server folgen dieser Uhr nicht: nur Telefone werden vorgestellt. Wie sie folgen, steht in docs/phone-page.md.",
                fr:
                    "Les serveurs ne suivent pas cette horloge : seuls les téléphones avancent. docs/phone-page.md dit comment les faire suivre.",
                es:
                    "Los servidores no siguen este reloj: solo se adelantan los teléfonos. docs/phone-page.md explica cómo hacer que lo sigan."
            )
        case .allScreens:
            Localised(
                en: "All screens",
                it: "Tutte le schermate",
                de: "Alle Bildschirme",
                fr: "Tous les écrans",
                es: "Todas las pantallas"
            )
        case .allScreensBody:
            Localised(
                en: "Each screen of the app with made-up facts. Controls do nothing here.",
                it: "Ogni schermata dell’app con dati inventati. Qui i comandi non fanno nulla.",
                de: "Jeder Bildschirm der App mit erfundenen Angaben. Die Schaltflächen tun hier nichts.",
                fr: "Chaque écran de l’application avec des données inventées. Ici, les commandes ne font rien.",
                es: "Cada pantalla de la aplicación con datos inventados. Aquí los controles no hacen nada."
            )
        case .toThePhone:
            Localised(
                en: "To the phone",
                it: "Al telefono",
                de: "Zum Telefon",
                fr: "Vers le téléphone",
                es: "Al teléfono"
            )
        case .failed:
            Localised(
                en: "This did not work. Go back and try again.",
                it: "Non è stato possibile. Torna indietro e riprova.",
                de: "Das ging nicht. Bitte gehen Sie zurück und versuchen Sie es noch einmal.",
                fr: "Cela n’a pas pu être fait. Revenez en arrière et réessayez.",
                es: "No se ha podido hacer. Vuelve atrás e inténtalo de nuevo."
            )
        }
    }
}
