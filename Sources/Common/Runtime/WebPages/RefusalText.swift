package import Localisation
import WireFormat

/// The words for a refusal.
package enum RefusalText: CaseIterable, LocalisedText {
    case title
    case notUnderstood
    case notAllowed
    case notFound
    case foreignName
    case serverFailure

    init(_ refusal: Refusal) {
        self =
            switch refusal {
            case .malformed, .notCompliant, .wrongMethod, .timeout, .tooLarge, .unsupportedMediaType: .notUnderstood
            case .unauthorised: .notAllowed
            case .notFound: .notFound
            case .misdirected: .foreignName
            case .failed, .unavailable: .serverFailure
            }
    }

    package var localised: Localised {
        switch self {
        case .title:
            Localised(
                en: "This did not work",
                it: "Qualcosa non ha funzionato",
                de: "Das hat nicht geklappt",
                fr: "Cela n’a pas fonctionné",
                es: "No ha funcionado"
            )
        case .notUnderstood:
            Localised(
                en: "The server did not understand what the browser sent. Nothing was done. Please begin again.",
                it: "Il server non ha capito ciò che il browser ha inviato. Non è stato fatto nulla. Ricomincia.",
                de:
                    "Der Server hat nicht verstanden, was der Browser gesendet hat. Es wurde nichts getan. Bitte beginnen Sie von vorn.",
                fr: "Le serveur n’a pas compris ce que le navigateur a envoyé. Rien n’a été fait. Recommencez.",
                es: "El servidor no entendió lo que envió el navegador. No se ha hecho nada. Empiece de nuevo."
            )
        case .notAllowed:
            Localised(
                en: "You may not see this page.",
                it: "Non puoi vedere questa pagina.",
                de: "Sie dürfen diese Seite nicht sehen.",
                fr: "Vous ne pouvez pas voir cette page.",
                es: "No puede ver esta página."
            )
        case .notFound:
            Localised(
                en: "There is no such page.",
                it: "Questa pagina non esiste.",
                de: "Diese Seite gibt es nicht.",
                fr: "Cette page n’existe pas.",
                es: "Esta página no existe."
            )
        case .foreignName:
            Localised(
                en: "The pages are not at this address. Ask your administrator for the right one.",
                it: "Le pagine non si trovano a questo indirizzo. Chiedi quello giusto a chi le gestisce.",
                de: "Die Seiten liegen nicht unter dieser Adresse. Fragen Sie die Verantwortlichen nach der richtigen.",
                fr: "Les pages ne se trouvent pas à cette adresse. Demandez la bonne à ceux qui les gèrent.",
                es: "Las páginas no están en esta dirección. Pida la correcta a quien las administra."
            )
        case .serverFailure:
            Localised(
                en: "The server cannot do this now. Please try again in a moment.",
                it: "Il server non può farlo adesso. Riprova tra un momento.",
                de: "Der Server kann das gerade nicht tun. Bitte versuchen Sie es gleich noch einmal.",
                fr: "Le serveur ne peut pas le faire maintenant. Réessayez dans un instant.",
                es: "El servidor no puede hacerlo ahora. Inténtelo de nuevo en un momento."
            )
        }
    }
}
