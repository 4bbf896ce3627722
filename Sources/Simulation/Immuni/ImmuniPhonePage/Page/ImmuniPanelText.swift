import Localisation

/// Texts about the app, around it.
enum ImmuniPanelText: CaseIterable, LocalisedText {
    case open
    case notifications
    case background
    case requireBuild

    var localised: Localised {
        switch self {
        case .open:
            Localised(
                en: "Open Avviso",
                it: "Apri Avviso",
                de: "Avviso öffnen",
                fr: "Ouvrir Avviso",
                es: "Abrir Avviso"
            )
        case .notifications:
            Localised(
                en: "Notifications of Avviso",
                it: "Notifiche di Avviso",
                de: "Mitteilungen von Avviso",
                fr: "Notifications d’Avviso",
                es: "Notificaciones de Avviso"
            )
        case .background:
            Localised(
                en: "Look for exposures in the background now",
                it: "Cerca ora esposizioni in background",
                de: "Jetzt im Hintergrund nach Begegnungen suchen",
                fr: "Chercher maintenant des expositions en arrière-plan",
                es: "Buscar ahora exposiciones en segundo plano"
            )
        case .requireBuild:
            Localised(
                en: "The authority requires a newer app",
                it: "L’autorità richiede un’app più recente",
                de: "Die Behörde verlangt eine neuere App",
                fr: "L’autorité exige une application plus récente",
                es: "La autoridad exige una aplicación más nueva"
            )
        }
    }
}
