public import Localisation

/// Texts of Home.
public enum HomeText: CaseIterable, LocalisedText {
    case title
    case serviceOn
    case preparing
    case preparingBody
    case serviceOff
    case serviceOffBody
    case switchOn
    case ended
    case endedBody
    case registerAgain
    case registering
    case notRegistered
    case noAlertTitle
    case noAlertBody
    case showAlerts
    case reportTitle
    case reportBody
    case showReport
    case notificationsOff

    public var localised: Localised {
        switch self {
        case .title:
            Localised(
                en: "Avviso Association",
                it: "Avviso Association",
                de: "Avviso Association",
                fr: "Avviso Association",
                es: "Avviso Association"
            )
        case .serviceOn:
            Localised(
                en: "The app notes which phones are near yours",
                it: "L’app annota quali telefoni sono vicini al tuo",
                de: "Die App notiert, welche Telefone Ihrem nahe sind",
                fr: "L’application note quels téléphones sont près du vôtre",
                es: "La aplicación anota qué teléfonos están cerca del tuyo"
            )
        case .preparing:
            Localised(
                en: "Your phone takes part from tomorrow on",
                it: "Il tuo telefono partecipa da domani",
                de: "Ihr Telefon macht ab morgen mit",
                fr: "Votre téléphone participe dès demain",
                es: "Tu teléfono participa desde mañana"
            )
        case .preparingBody:
            Localised(
                en: "First the health authority has to confirm it. Until then it notes no contacts.",
                it: "Prima l’autorità sanitaria deve confermarlo. Fino ad allora non annota contatti.",
                de: "Zuerst muss die Gesundheits\u{AD}behörde es bestätigen. Bis dahin notiert es keine Kontakte.",
                fr: "L’autorité sanitaire doit d’abord le confirmer. D’ici là, il ne note aucun contact.",
                es: "Antes tiene que confirmarlo la autoridad sanitaria. Hasta entonces no anota contactos."
            )
        case .serviceOff:
            Localised(
                en: "You switched the app off",
                it: "Hai disattivato l’app",
                de: "Sie haben die App ausgeschaltet",
                fr: "Vous avez désactivé l’application",
                es: "Has desactivado la aplicación"
            )
        case .serviceOffBody:
            Localised(
                en: "While it is off, your phone notes no contacts and nobody can warn you about them.",
                it: "Finché è disattivata, il telefono non annota contatti e nessuno può avvisarti.",
                de: "Solange sie aus ist, notiert Ihr Telefon keine Kontakte, und niemand kann Sie davor warnen.",
                fr:
                    "Tant qu’elle est désactivée, votre téléphone ne note aucun contact et personne ne peut vous prévenir.",
                es: "Mientras esté desactivada, el teléfono no anota contactos y nadie puede avisarte."
            )
        case .switchOn: Localised(en: "Switch on", it: "Attiva", de: "Einschalten", fr: "Activer", es: "Activar")
        case .ended:
            Localised(
                en: "This phone takes part no more",
                it: "Questo telefono non partecipa più",
                de: "Dieses Telefon macht nicht mehr mit",
                fr: "Ce téléphone ne participe plus",
                es: "Este teléfono ya no participa"
            )
        case .endedBody:
            Localised(
                en:
                    "Perhaps you registered another phone, or this one was off for long. Until you register it again, it notes no contacts and gets no warnings. Contacts from before may be lost.",
                it:
                    "Forse hai registrato un altro telefono, o questo è rimasto spento a lungo. Finché non lo registri di nuovo, non annota contatti e non riceve avvisi. I contatti di prima possono andare persi.",
                de:
                    "Vielleicht haben Sie ein anderes Telefon angemeldet, oder dieses war lange aus. Bis Sie es wieder anmelden, notiert es keine Kontakte und bekommt keine Warnungen. Frühere Kontakte gehen vielleicht verloren.",
                fr:
                    "Peut-être avez-vous enregistré un autre téléphone, ou celui-ci est resté longtemps éteint. Tant qu’il n’est pas enregistré, il ne note rien et ne reçoit aucun avertissement. Les contacts d’avant peuvent être perdus.",
                es:
                    "Quizá registraste otro teléfono, o este estuvo mucho tiempo apagado. Hasta que lo registres de nuevo no anota contactos ni recibe avisos. Los contactos anteriores pueden perderse."
            )
        case .registerAgain:
            Localised(
                en: "Register this phone again",
                it: "Registra di nuovo questo telefono",
                de: "Dieses Telefon wieder anmelden",
                fr: "Enregistrer à nouveau ce téléphone",
                es: "Volver a registrar este teléfono"
            )
        case .registering:
            Localised(
                en: "Your phone is being registered",
                it: "Registrazione del telefono in corso",
                de: "Ihr Telefon wird angemeldet",
                fr: "Votre téléphone est en cours d’enregistrement",
                es: "Tu teléfono se está registrando"
            )
        case .notRegistered:
            Localised(
                en: "Your phone is not registered yet",
                it: "Il telefono non è ancora registrato",
                de: "Ihr Telefon ist noch nicht angemeldet",
                fr: "Votre téléphone n’est pas encore enregistré",
                es: "Tu teléfono todavía no está registrado"
            )
        case .noAlertTitle:
            Localised(
                en: "No warning has arrived",
                it: "Non è arrivato alcun avviso",
                de: "Keine Warnung ist angekommen",
                fr: "Aucun avertissement n’est arrivé",
                es: "No ha llegado ningún aviso"
            )
        case .noAlertBody:
            Localised(
                en:
                    "That is no proof that you met nobody who is infected. Not everybody uses the app, and not everybody reports.",
                it:
                    "Questo non dimostra che tu non abbia incontrato persone contagiate. Non tutti usano l’app e non tutti segnalano.",
                de:
                    "Das beweist nicht, dass Sie niemandem mit einer Infektion begegnet sind. Nicht alle nutzen die App, und nicht alle melden.",
                fr:
                    "Cela ne prouve pas que vous n’avez côtoyé aucune personne infectée. Tout le monde n’utilise pas l’application, ni ne signale son test.",
                es:
                    "Eso no demuestra que no hayas estado con alguien contagiado. No todo el mundo usa la aplicación ni comunica su positivo."
            )
        case .showAlerts:
            Localised(
                en: "Show the warnings",
                it: "Mostra gli avvisi",
                de: "Warnungen anzeigen",
                fr: "Afficher les avertissements",
                es: "Ver los avisos"
            )
        case .reportTitle:
            Localised(
                en: "Have you tested positive?",
                it: "Il tuo test è positivo?",
                de: "Sind Sie positiv getestet?",
                fr: "Votre test est-il positif ?",
                es: "¿Has dado positivo?"
            )
        case .reportBody:
            Localised(
                en: "With the code that you get after your test, you can warn the people you were near.",
                it: "Con il codice che ricevi dopo il test puoi avvisare chi ti era vicino.",
                de: "Mit dem Code, den Sie nach Ihrem Test bekommen, können Sie die Menschen in Ihrer Nähe warnen.",
                fr:
                    "Avec le code que vous recevez après votre test, vous pouvez prévenir les personnes que vous avez côtoyées.",
                es: "Con el código que recibes después de la prueba puedes avisar a las personas que tuviste cerca."
            )
        case .showReport:
            Localised(
                en: "Show my report",
                it: "Mostra la mia segnalazione",
                de: "Meine Meldung anzeigen",
                fr: "Afficher mon signalement",
                es: "Ver mi comunicación"
            )
        case .notificationsOff:
            Localised(
                en: "Notifications are off. Please look here from time to time.",
                it: "Le notifiche sono disattivate. Guarda qui di tanto in tanto.",
                de: "Mitteilungen sind ausgeschaltet. Bitte sehen Sie ab und zu hier nach.",
                fr: "Les notifications sont désactivées. Regardez ici de temps en temps.",
                es: "Las notificaciones están desactivadas. Mira aquí de vez en cuando."
            )
        }
    }
}
