import Localisation
import WebPages

/// Texts of the frame, and texts about failures.
enum PortalText: CaseIterable, LocalisedText {
    case site
    case menu
    case back
    case failure
    case serverFailure
    case foreignForm
    case foreignName
    case foreignSection
    case noSection

    var localised: Localised {
        switch self {
        case .site:
            Localised(
                en: "Avviso for operators",
                it: "Avviso per operatori",
                de: "Avviso für Fachpersonal",
                fr: "Avviso pour les professionnels",
                es: "Avviso para profesionales"
            )
        case .menu: Localised(en: "Menu", it: "Menu", de: "Menü", fr: "Menu", es: "Menú")
        case .back:
            Localised(
                en: "Back to the first page",
                it: "Torna alla pagina iniziale",
                de: "Zurück zur Startseite",
                fr: "Retour à l’accueil",
                es: "Volver a la página inicial"
            )
        case .failure: RefusalText.title.localised
        case .serverFailure: RefusalText.serverFailure.localised
        case .foreignForm:
            Localised(
                en:
                    "This form did not come from your page, or cookies are switched off. Nothing was changed. Please start again.",
                it:
                    "Questo modulo non proviene dalla tua pagina, oppure i cookie sono disattivati. Non è stato fatto nulla. Ricomincia.",
                de:
                    "Dieses Formular kam nicht von Ihrer Seite, oder Cookies sind ausgeschaltet. Es wurde nichts getan. Bitte beginnen Sie von vorn.",
                fr:
                    "Ce formulaire ne vient pas de votre page, ou les cookies sont désactivés. Rien n’a été fait. Recommencez.",
                es:
                    "Este formulario no procede de su página, o las cookies están desactivadas. No se ha hecho nada. Empiece de nuevo."
            )
        case .foreignName: RefusalText.foreignName.localised
        case .foreignSection:
            Localised(
                en: "Your account does not have this page. Nothing was done.",
                it: "Il tuo account non comprende questa pagina. Non è stato fatto nulla.",
                de: "Ihr Konto hat diese Seite nicht. Es wurde nichts getan.",
                fr: "Votre compte ne donne pas accès à cette page. Rien n’a été fait.",
                es: "Su cuenta no incluye esta página. No se ha hecho nada."
            )
        case .noSection:
            Localised(
                en: "Your account has no pages on this server. Ask those who look after the accounts.",
                it: "Il tuo account non ha pagine su questo server. Rivolgiti a chi gestisce gli account.",
                de: "Ihr Konto hat auf diesem Server keine Seiten. Fragen Sie die Verantwortlichen für die Konten.",
                fr: "Votre compte n’a aucune page sur ce serveur. Adressez-vous à ceux qui gèrent les comptes.",
                es: "Su cuenta no tiene páginas en este servidor. Pregunte a quien administra las cuentas."
            )
        }
    }
}
