public import Localisation

/// Texts with a value that explain a risk. Days and numbers come as text, because the screen decides how they are
/// written.
public enum WhyPhrase: Hashable, LocalisedText {
    case highDay(day: String)
    case lowDay(day: String)
    /// A day with exposures that give it no level.
    case uncountedDay(day: String)
    case minutesOfDay(number: String)
    case pointsOfDay(number: String)
    /// Minutes by the decibels that were lost, and how much each minute counts; likewise the next two.
    case minutesBelow(decibels: String, minutes: String, weight: String)
    case minutesBetween(from: String, to: String, minutes: String, weight: String)
    case minutesFrom(decibels: String, minutes: String, weight: String)
    case pointsOfPart(number: String, weight: String)
    /// Numbers that the sum of a contact is multiplied with.
    case factors(numbers: String)
    case divisor(number: String)
    case highEncounters(count: Int)
    case lowEncounters(count: Int)
    /// The result over all days, by which the first calculation decides.
    case overall(number: String)

    public var localised: Localised {
        switch self {
        case .highDay(let day):
            Localised(
                en: "\(day): increased risk",
                it: "\(day): rischio maggiore",
                de: "\(day): erhöhtes Risiko",
                fr: "\(day) : risque accru",
                es: "\(day): riesgo mayor"
            )
        case .lowDay(let day):
            Localised(
                en: "\(day): low risk",
                it: "\(day): rischio basso",
                de: "\(day): niedriges Risiko",
                fr: "\(day) : risque faible",
                es: "\(day): riesgo bajo"
            )
        case .uncountedDay(let day):
            Localised(
                en: "\(day): no risk",
                it: "\(day): nessun rischio",
                de: "\(day): kein Risiko",
                fr: "\(day) : aucun risque",
                es: "\(day): ningún riesgo"
            )
        case .minutesOfDay(let number):
            Localised(
                en: "Minutes that count: \(number)",
                it: "Minuti che contano: \(number)",
                de: "Minuten, die zählen: \(number)",
                fr: "Minutes qui comptent : \(number)",
                es: "Minutos que cuentan: \(number)"
            )
        case .pointsOfDay(let number):
            Localised(
                en: "Points: \(number)",
                it: "Punti: \(number)",
                de: "Punkte: \(number)",
                fr: "Nombre de points : \(number)",
                es: "Puntos: \(number)"
            )
        case .minutesBelow(let decibels, let minutes, let weight):
            Localised(
                en: "Minutes below \(decibels) decibels: \(minutes). Each counts \(weight)",
                it: "Minuti sotto \(decibels) decibel: \(minutes). Ognuno conta \(weight)",
                de: "Minuten unter \(decibels) Dezibel: \(minutes). Jede zählt \(weight)",
                fr: "Minutes sous \(decibels) décibels : \(minutes). Chacune compte \(weight)",
                es: "Minutos por debajo de \(decibels) decibelios: \(minutes). Cada uno cuenta \(weight)"
            )
        case .minutesBetween(let from, let to, let minutes, let weight):
            Localised(
                en: "Minutes from \(from) to \(to) decibels: \(minutes). Each counts \(weight)",
                it: "Minuti da \(from) a \(to) decibel: \(minutes). Ognuno conta \(weight)",
                de: "Minuten von \(from) bis \(to) Dezibel: \(minutes). Jede zählt \(weight)",
                fr: "Minutes de \(from) à \(to) décibels : \(minutes). Chacune compte \(weight)",
                es: "Minutos de \(from) a \(to) decibelios: \(minutes). Cada uno cuenta \(weight)"
            )
        case .minutesFrom(let decibels, let minutes, let weight):
            Localised(
                en: "Minutes at \(decibels) decibels or more: \(minutes). Each counts \(weight)",
                it: "Minuti con \(decibels) decibel o più: \(minutes). Ognuno conta \(weight)",
                de: "Minuten mit \(decibels) Dezibel oder mehr: \(minutes). Jede zählt \(weight)",
                fr: "Minutes à \(decibels) décibels ou plus : \(minutes). Chacune compte \(weight)",
                es: "Minutos con \(decibels) decibelios o más: \(minutes). Cada uno cuenta \(weight)"
            )
        case .pointsOfPart(let number, let weight):
            Localised(
                en: "\(number) points, each counts \(weight)",
                it: "\(number) punti, ognuno conta \(weight)",
                de: "\(number) Punkte, jeder zählt \(weight)",
                fr: "\(number) points, chacun compte \(weight)",
                es: "\(number) puntos, cada uno cuenta \(weight)"
            )
        case .factors(let numbers):
            Localised(
                en: "Multiplied by \(numbers): how infectious the person may have been",
                it: "Moltiplicato per \(numbers): quanto la persona poteva essere contagiosa",
                de: "Mal \(numbers): wie ansteckend der Mensch gewesen sein kann",
                fr: "Multiplié par \(numbers) : à quel point la personne pouvait être contagieuse",
                es: "Multiplicado por \(numbers): cuánto podía contagiar la persona"
            )
        case .divisor(let number):
            Localised(
                en: "Divided by \(number)",
                it: "Diviso per \(number)",
                de: "Geteilt durch \(number)",
                fr: "Divisé par \(number)",
                es: "Dividido entre \(number)"
            )
        case .highEncounters(let count):
            Localised(
                en: "Contacts with an increased risk: at least \(count)",
                it: "Contatti con un rischio maggiore: almeno \(count)",
                de: "Begegnungen mit erhöhtem Risiko: mindestens \(count)",
                fr: "Contacts avec un risque accru : au moins \(count)",
                es: "Contactos con un riesgo mayor: al menos \(count)"
            )
        case .lowEncounters(let count):
            Localised(
                en: "Contacts with a low risk: at least \(count)",
                it: "Contatti con un rischio basso: almeno \(count)",
                de: "Begegnungen mit niedrigem Risiko: mindestens \(count)",
                fr: "Contacts avec un risque faible : au moins \(count)",
                es: "Contactos con un riesgo bajo: al menos \(count)"
            )
        case .overall(let number):
            Localised(
                en: "All days together: \(number)",
                it: "Tutti i giorni insieme: \(number)",
                de: "Alle Tage zusammen: \(number)",
                fr: "Tous les jours ensemble : \(number)",
                es: "Todos los días juntos: \(number)"
            )
        }
    }
}
