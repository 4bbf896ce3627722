public import Localisation

/// Texts of Home.
public enum HomeText: CaseIterable, LocalisedText {
    /// The name of the app.
    case title
    case notificationsOff
    case testTitle
    case testQuestion
    case addTest
    case showTest
    case showSent
    case hotlineTitle

    public var localised: Localised {
        switch self {
        case .title:
            Localised(en: "Corona-Warn", it: "Corona-Warn", de: "Corona-Warn", fr: "Corona-Warn", es: "Corona-Warn")
        case .notificationsOff:
            Localised(
                en: "Notifications are off. Please look here from time to time for a result or a change of your risk.",
                it:
                    "Le notifiche sono disattivate. Guarda qui di tanto in tanto se c’è un risultato o se il rischio è cambiato.",
                de:
                    "Mitteilungen sind ausgeschaltet. Bitte sehen Sie ab und zu hier nach, ob ein Ergebnis da ist oder Ihr Risiko sich geändert hat.",
                fr:
                    "Les notifications sont désactivées. Regardez ici de temps en temps si un résultat est là ou si votre risque a changé.",
                es:
                    "Las notificaciones están desactivadas. Mira aquí de vez en cuando si hay un resultado o si tu riesgo ha cambiado."
            )
        case .testTitle:
            Localised(en: "Your test", it: "Il tuo test", de: "Ihr Test", fr: "Votre test", es: "Tu prueba")
        case .testQuestion:
            Localised(
                en: "Have you been tested?",
                it: "Hai fatto un test?",
                de: "Wurden Sie getestet?",
                fr: "Avez-vous fait un test ?",
                es: "¿Te has hecho una prueba?"
            )
        case .addTest:
            Localised(
                en: "Add a test",
                it: "Aggiungi un test",
                de: "Test hinzufügen",
                fr: "Ajouter un test",
                es: "Añadir una prueba"
            )
        case .showTest:
            Localised(
                en: "Show the test",
                it: "Mostra il test",
                de: "Test anzeigen",
                fr: "Afficher le test",
                es: "Ver la prueba"
            )
        case .showSent:
            Localised(
                en: "What was sent",
                it: "Che cosa è stato inviato",
                de: "Was gesendet wurde",
                fr: "Ce qui a été envoyé",
                es: "Qué se ha enviado"
            )
        case .hotlineTitle:
            Localised(
                en: "The hotline can help",
                it: "Il servizio telefonico può aiutarti",
                de: "Die Hotline kann helfen",
                fr: "L’aide téléphonique peut vous aider",
                es: "La línea de ayuda puede ayudarte"
            )
        }
    }
}
