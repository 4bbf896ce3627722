import Localisation

/// Texts about the app, around it: on the lock screen and on the panel for testers.
enum CoronaWarnPanelText: CaseIterable, LocalisedText {
    case open
    case notifications
    case background
    case flyers
    case flyersBody
    case newFlyers
    case laboratory
    case sample
    case result
    case negative
    case positive
    case invalid
    case deliver
    case noAuthority
    case hotline
    case hotlineBody
    case giveTeleTAN

    var localised: Localised {
        switch self {
        case .open:
            Localised(
                en: "Open Corona-Warn",
                it: "Apri Corona-Warn",
                de: "Corona-Warn öffnen",
                fr: "Ouvrir Corona-Warn",
                es: "Abrir Corona-Warn"
            )
        case .notifications:
            Localised(
                en: "Notifications of Corona-Warn",
                it: "Notifiche di Corona-Warn",
                de: "Mitteilungen von Corona-Warn",
                fr: "Notifications de Corona-Warn",
                es: "Notificaciones de Corona-Warn"
            )
        case .background:
            Localised(
                en: "Fetch keys and check in the background now",
                it: "Scarica ora le chiavi e controlla in background",
                de: "Jetzt im Hintergrund Schlüssel holen und prüfen",
                fr: "Récupérer les clés et vérifier maintenant en arrière-plan",
                es: "Descargar claves y comprobar ahora en segundo plano"
            )
        case .flyers:
            Localised(
                en: "Sheets with codes",
                it: "Fogli con codici",
                de: "Blätter mit Codes",
                fr: "Feuilles avec codes",
                es: "Hojas con códigos"
            )
        case .flyersBody:
            Localised(
                en: "Everybody who is tested gets one. A click scans its code with the app that is open.",
                it: "Chi fa un test ne riceve uno. Un clic ne scansiona il codice con l’app aperta.",
                de: "Wer getestet wird, bekommt eines. Ein Klick scannt seinen Code mit der geöffneten App.",
                fr: "Chaque personne testée en reçoit une. Un clic scanne son code avec l’application ouverte.",
                es: "Quien se hace una prueba recibe una. Un clic escanea su código con la aplicación abierta."
            )
        case .newFlyers:
            Localised(
                en: "New sheets",
                it: "Nuovi fogli",
                de: "Neue Blätter",
                fr: "Nouvelles feuilles",
                es: "Hojas nuevas"
            )
        case .laboratory:
            Localised(en: "Laboratory", it: "Laboratorio", de: "Labor", fr: "Laboratoire", es: "Laboratorio")
        case .sample:
            Localised(en: "Sample of", it: "Campione di", de: "Probe von", fr: "Échantillon de", es: "Muestra de")
        case .result:
            Localised(en: "Result", it: "Risultato", de: "Ergebnis", fr: "Résultat", es: "Resultado")
        case .negative:
            Localised(en: "Negative", it: "Negativo", de: "Negativ", fr: "Négatif", es: "Negativa")
        case .positive:
            Localised(en: "Positive", it: "Positivo", de: "Positiv", fr: "Positif", es: "Positiva")
        case .invalid:
            Localised(
                en: "Not to be examined",
                it: "Non esaminabile",
                de: "Nicht auswertbar",
                fr: "Non analysable",
                es: "No se puede analizar"
            )
        case .deliver:
            Localised(
                en: "Deliver the result",
                it: "Consegna il risultato",
                de: "Ergebnis liefern",
                fr: "Transmettre le résultat",
                es: "Entregar el resultado"
            )
        case .noAuthority:
            Localised(
                en: "No servers follow the clock of these phones. Deliver results with “avviso lab send”.",
                it: "Nessun server segue l’orologio di questi telefoni. Consegna i risultati con «avviso lab send».",
                de: "Keine Server folgen der Uhr dieser Telefone. Liefern Sie Ergebnisse mit „avviso lab send“.",
                fr:
                    "Aucun serveur ne suit l’horloge de ces téléphones. Transmettez les résultats avec « avviso lab send ».",
                es: "Ningún servidor sigue el reloj de estos teléfonos. Entrega los resultados con «avviso lab send»."
            )
        case .hotline:
            Localised(
                en: "Hotline",
                it: "Linea telefonica",
                de: "Hotline",
                fr: "Aide téléphonique",
                es: "Línea de ayuda"
            )
        case .hotlineBody:
            Localised(
                en: "The hotline has made sure that the person tested positive.",
                it: "Il servizio telefonico ha verificato che la persona è positiva.",
                de: "Die Hotline hat sich vergewissert, dass die Person positiv getestet ist.",
                fr: "L’aide téléphonique s’est assurée que la personne est positive.",
                es: "La línea de ayuda ha comprobado que la persona dio positivo."
            )
        case .giveTeleTAN:
            Localised(
                en: "Give a TeleTAN",
                it: "Dai una TeleTAN",
                de: "TeleTAN ausgeben",
                fr: "Donner une TeleTAN",
                es: "Dar una TeleTAN"
            )
        }
    }
}
