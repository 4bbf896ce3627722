import Localisation

/// Texts about the app, around it: on the lock screen and on the panel for testers.
enum AssociationPanelText: CaseIterable, LocalisedText {
    case open
    case notifications
    case `operator`
    case operatorBody
    case giveCode
    case noAuthority

    var localised: Localised {
        switch self {
        case .open:
            Localised(
                en: "Open Avviso Association",
                it: "Apri Avviso Association",
                de: "Avviso Association öffnen",
                fr: "Ouvrir Avviso Association",
                es: "Abrir Avviso Association"
            )
        case .notifications:
            Localised(
                en: "Notifications of Avviso Association",
                it: "Notifiche di Avviso Association",
                de: "Mitteilungen von Avviso Association",
                fr: "Notifications d’Avviso Association",
                es: "Notificaciones de Avviso Association"
            )
        case .operator:
            Localised(en: "Operator", it: "Operatore", de: "Ausgabe der Codes", fr: "Opérateur", es: "Operador")
        case .operatorBody:
            Localised(
                en: "The operator has made sure that the person tested positive.",
                it: "L’operatore ha verificato che la persona è positiva.",
                de: "Die Stelle hat sich vergewissert, dass die Person positiv getestet ist.",
                fr: "L’opérateur s’est assuré que la personne est positive.",
                es: "El operador ha comprobado que la persona dio positivo."
            )
        case .giveCode:
            Localised(
                en: "Give a code",
                it: "Dai un codice",
                de: "Code ausgeben",
                fr: "Donner un code",
                es: "Dar un código"
            )
        case .noAuthority:
            Localised(
                en: "No servers follow the clock of these phones. Ask the authority’s internal listener for a code.",
                it: "Nessun server segue l’orologio di questi telefoni. Chiedi un codice all’indirizzo interno.",
                de: "Keine Server folgen der Uhr dieser Telefone. Codes gibt die interne Adresse der Behörde aus.",
                fr:
                    "Aucun serveur ne suit l’horloge de ces téléphones. Demandez un code à l’adresse interne de l’autorité.",
                es: "Ningún servidor sigue el reloj de estos teléfonos. Pide un código a la dirección interna."
            )
        }
    }
}

/// What the operator gave last.
struct GivenCodePhrase: Hashable, LocalisedText {
    let code: String

    var localised: Localised {
        Localised(
            en: "The code is \(code)",
            it: "Il codice è \(code)",
            de: "Der Code ist \(code)",
            fr: "Le code est \(code)",
            es: "El código es \(code)"
        )
    }
}
