public import Localisation

/// Texts that explain a risk to the phone's owner.
public enum WhyText: CaseIterable, LocalisedText {
    case details
    case whyTitle
    case whyBody
    case whySignals
    case whyNothing
    /// Reasons why an exposure does not count.
    case tooLow
    case tooShort
    case hardlyInfectious
    case noLevel

    public var localised: Localised {
        switch self {
        case .details:
            Localised(
                en: "Why is it so?",
                it: "Perché è così?",
                de: "Warum ist das so?",
                fr: "Pourquoi ?",
                es: "¿Por qué es así?"
            )
        case .whyTitle:
            Localised(
                en: "Why the risk is what it is",
                it: "Perché il rischio è questo",
                de: "Warum das Risiko so ist",
                fr: "Pourquoi ce risque",
                es: "Por qué el riesgo es este"
            )
        case .whyBody:
            Localised(
                en:
                    "Your phone calculates this itself, with the authority’s rules. It knows the day and the strength of the signals, but neither the person nor the place.",
                it:
                    "Lo calcola il tuo telefono, con le regole dell’autorità. Conosce il giorno e la forza dei segnali, ma non la persona né il luogo.",
                de:
                    "Ihr Telefon berechnet das selbst, nach den Regeln der Behörde. Es kennt den Tag und die Stärke der Signale, aber weder Person noch Ort.",
                fr:
                    "Votre téléphone le calcule lui-même, avec les règles de l’autorité. Il connaît le jour et la force des signaux, mais ni la personne ni le lieu.",
                es:
                    "Lo calcula tu propio teléfono con las reglas de la autoridad. Conoce el día y la fuerza de las señales, pero no la persona ni el lugar."
            )
        case .whySignals:
            Localised(
                en:
                    "Decibels say how much of a signal is lost on its way. Few mean that the phones were close to each other.",
                it:
                    "I decibel dicono quanto di un segnale si perde per strada. Pochi significano che i telefoni erano vicini.",
                de:
                    "Dezibel sagen, wie viel von einem Signal unterwegs verloren geht. Wenige bedeuten, dass die Telefone einander nah waren.",
                fr:
                    "Les décibels disent combien du signal se perd en route. Peu de décibels veut dire que les téléphones étaient proches.",
                es:
                    "Los decibelios dicen cuánta señal se pierde por el camino. Pocos significan que los teléfonos estaban cerca."
            )
        case .whyNothing:
            Localised(
                en: "There is nothing to explain: no contact was found.",
                it: "Non c’è nulla da spiegare: nessun contatto è stato trovato.",
                de: "Es gibt nichts zu erklären: Es wurde kein Kontakt gefunden.",
                fr: "Il n’y a rien à expliquer : aucun contact n’a été trouvé.",
                es: "No hay nada que explicar: no se encontró ningún contacto."
            )
        case .tooLow:
            Localised(
                en: "This does not count: the risk is too small.",
                it: "Questo non conta: il rischio è troppo piccolo.",
                de: "Das zählt nicht: Das Risiko ist zu klein.",
                fr: "Cela ne compte pas : le risque est trop petit.",
                es: "Esto no cuenta: el riesgo es demasiado pequeño."
            )
        case .tooShort:
            Localised(
                en: "This does not count: too short, or too far away.",
                it: "Questo non conta: troppo breve o troppo lontano.",
                de: "Das zählt nicht: zu kurz oder zu weit entfernt.",
                fr: "Cela ne compte pas : trop bref ou trop loin.",
                es: "Esto no cuenta: demasiado breve o demasiado lejos."
            )
        case .hardlyInfectious:
            Localised(
                en: "This does not count: on that day the person was hardly infectious.",
                it: "Questo non conta: quel giorno la persona era poco contagiosa.",
                de: "Das zählt nicht: An diesem Tag war der Mensch kaum ansteckend.",
                fr: "Cela ne compte pas : ce jour-là, la personne était peu contagieuse.",
                es: "Esto no cuenta: ese día la persona apenas contagiaba."
            )
        case .noLevel:
            Localised(
                en: "This does not count: it reaches none of the authority’s levels.",
                it: "Questo non conta: non raggiunge nessun livello dell’autorità.",
                de: "Das zählt nicht: Es erreicht keine Stufe der Behörde.",
                fr: "Cela ne compte pas : aucun niveau de l’autorité n’est atteint.",
                es: "Esto no cuenta: no alcanza ningún nivel de la autoridad."
            )
        }
    }
}
