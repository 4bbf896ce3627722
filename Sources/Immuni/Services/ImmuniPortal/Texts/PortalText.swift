import Localisation

/// Texts of every page, and texts about failures.
enum PortalText: CaseIterable, LocalisedText {
    case site
    case menu
    case back
    case failure
    case serverFailure
    case foreignForm
    case foreignName

    var localised: Localised {
        switch self {
        case .site:
            Localised(
                en: "Avviso for health workers",
                it: "Avviso per operatori sanitari",
                de: "Avviso für Gesundheits\u{AD}personal",
                fr: "Avviso pour le personnel de santé",
                es: "Avviso para personal sanitario"
            )
        case .menu: Localised(en: "Menu", it: "Menu", de: "Menü", fr: "Menu", es: "Menú")
        case .back:
            Localised(
                en: "Back to the codes",
                it: "Torna ai codici",
                de: "Zurück zu den Codes",
                fr: "Retour aux codes",
                es: "Volver a los códigos"
            )
        case .failure:
            Localised(
                en: "This did not work",
                it: "Qualcosa non ha funzionato",
                de: "Das hat nicht geklappt",
                fr: "Cela n’a pas fonctionné",
                es: "No ha funcionado"
            )
        case .serverFailure:
            Localised(
                en: "The server cannot do this now. Please try again in a moment.",
                it: "Il server non può farlo adesso. Riprova tra un momento.",
                de: "Der Server kann das gerade nicht tun. Bitte versuchen Sie es gleich noch einmal.",
                fr: "Le serveur ne peut pas le faire maintenant. Réessayez dans un instant.",
                es: "El servidor no puede hacerlo ahora. Inténtelo de nuevo en un momento."
            )
        case .foreignForm:
            Localised(
                en:
                    "This form did not come from your page, or cookies are switched off. Nothing was done. Please begin again.",
                it:
                    "Questo modulo non proviene dalla tua pagina, oppure i cookie sono disattivati. Non è stato fatto nulla. Ricomincia.",
                de:
                    "Dieses Formular kam nicht von Ihrer Seite, oder Cookies sind ausgeschaltet. Es wurde nichts getan. Bitte beginnen Sie von vorn.",
                fr:
                    "Ce formulaire ne vient pas de votre page, ou les cookies sont désactivés. Rien n’a été fait. Recommencez.",
                es:
                    "Este formulario no procede de su página, o las cookies están desactivadas. No se ha hecho nada. Empiece de nuevo."
            )
        case .foreignName:
            Localised(
                en: "The pages are not at this address. Ask those who look after them for the right one.",
                it: "Le pagine non si trovano a questo indirizzo. Chiedi quello giusto a chi le gestisce.",
                de: "Die Seiten liegen nicht unter dieser Adresse. Fragen Sie die Verantwortlichen nach der richtigen.",
                fr: "Les pages ne se trouvent pas à cette adresse. Demandez la bonne à ceux qui les gèrent.",
                es: "Las páginas no están en esta dirección. Pida la correcta a quien las administra."
            )
        }
    }
}
