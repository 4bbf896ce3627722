public import Localisation

/// Texts of the lock screen. They reveal nothing about the owner's health.
public enum NotificationText: CaseIterable, LocalisedText {
    case riskTitle
    case riskBody
    case serviceTitle
    case serviceBody
    case onboardingTitle
    case onboardingBody
    case updateTitle
    case updateBody
    case recoveryTitle
    case recoveryBody

    public var localised: Localised {
        switch self {
        case .riskTitle:
            Localised(
                en: "Please open Avviso",
                it: "Apri Avviso",
                de: "Bitte öffnen Sie Avviso",
                fr: "Ouvrez Avviso",
                es: "Abre Avviso"
            )
        case .riskBody:
            Localised(
                en: "There is important information for you.",
                it: "C’è un’informazione importante per te.",
                de: "Es gibt eine wichtige Information für Sie.",
                fr: "Une information importante vous attend.",
                es: "Hay información importante para ti."
            )
        case .serviceTitle: HomeText.impaired.localised
        case .serviceBody:
            Localised(
                en: "Open the app: it shows what to do.",
                it: "Apri l’app: ti mostra che cosa fare.",
                de: "Öffnen Sie die App: Sie zeigt, was zu tun ist.",
                fr: "Ouvrez l’application : elle vous montre que faire.",
                es: "Abre la aplicación: te muestra qué hacer."
            )
        case .onboardingTitle:
            Localised(
                en: "Nearly there",
                it: "Ci siamo quasi",
                de: "Fast geschafft",
                fr: "C’est presque fini",
                es: "Ya casi está"
            )
        case .onboardingBody:
            Localised(
                en: "A few steps are left before Avviso can work.",
                it: "Mancano pochi passi perché Avviso possa funzionare.",
                de: "Es fehlen nur wenige Schritte, bis Avviso arbeiten kann.",
                fr: "Encore quelques étapes pour qu’Avviso puisse fonctionner.",
                es: "Faltan unos pasos para que Avviso pueda funcionar."
            )
        case .updateTitle:
            Localised(
                en: "Please update",
                it: "Serve un aggiornamento",
                de: "Bitte aktualisieren",
                fr: "Mise à jour requise",
                es: "Hay que actualizar"
            )
        case .updateBody:
            Localised(
                en: "Without the update Avviso cannot work. Open the app to see which one.",
                it: "Senza l’aggiornamento Avviso non può funzionare. Apri l’app per vedere quale.",
                de:
                    "Ohne die Aktualisierung kann Avviso nicht arbeiten. Öffnen Sie die App, um zu sehen, welche es ist.",
                fr: "Sans la mise à jour, Avviso ne peut pas fonctionner. Ouvrez l’application pour savoir laquelle.",
                es: "Sin la actualización, Avviso no puede funcionar. Abre la aplicación para ver cuál es."
            )
        case .recoveryTitle:
            Localised(
                en: "How are you?",
                it: "Come stai?",
                de: "Wie geht es Ihnen?",
                fr: "Comment allez-vous ?",
                es: "¿Cómo estás?"
            )
        case .recoveryBody:
            Localised(
                en: "Open Avviso when you have a moment.",
                it: "Apri Avviso quando hai un momento.",
                de: "Öffnen Sie Avviso, wenn Sie einen Moment Zeit haben.",
                fr: "Ouvrez Avviso quand vous aurez un moment.",
                es: "Abre Avviso cuando tengas un momento."
            )
        }
    }
}
