public import Localisation

/// Texts that contain a value. Days, times and numbers with decimals come as text, because the screen decides how they
/// are written.
public enum AppPhrase: Hashable, LocalisedText {
    /// The number of a step in the onboarding, from 1.
    case step(number: Int, count: Int)
    /// A time in the phrases about moments; likewise the next two.
    case today(time: String)
    case yesterday(time: String)
    case earlier(day: String, time: String)
    case lastChecked(moment: String)
    case inactiveSince(moment: String)
    /// The newest day of the level.
    case lastContact(day: String)
    /// Of the last fourteen days.
    case activeDays(count: Int)
    case registered(moment: String)
    case sampled(day: String)
    case keysSent(count: Int, moment: String)
    case missingCharacters(count: Int)
    /// The place of a character that is in no teleTAN, from 1.
    case wrongCharacter(position: Int)

    public var localised: Localised {
        switch self {
        case .step(let number, let count): SharedText.step(number: number, count: count)
        case .today(let time): SharedText.today(time: time)
        case .yesterday(let time): SharedText.yesterday(time: time)
        case .earlier(let day, let time): SharedText.earlier(day: day, time: time)
        case .lastChecked(let moment): SharedText.lastChecked(moment: moment)
        case .inactiveSince(let moment):
            Localised(
                en: "Since: \(moment)",
                it: "Da: \(moment)",
                de: "Seit: \(moment)",
                fr: "Depuis : \(moment)",
                es: "Desde: \(moment)"
            )
        case .lastContact(let day): SharedText.lastContact(day: day)
        case .activeDays(let count):
            Localised(
                en: "Days with recognition of contacts in the last two weeks: \(count)",
                it: "Giorni con riconoscimento dei contatti nelle ultime due settimane: \(count)",
                de: "Tage mit Erkennung von Begegnungen in den letzten zwei Wochen: \(count)",
                fr: "Jours avec reconnaissance des contacts sur les deux dernières semaines : \(count)",
                es: "Días con reconocimiento de contactos en las dos últimas semanas: \(count)"
            )
        case .registered(let moment):
            Localised(
                en: "Registered: \(moment)",
                it: "Registrato: \(moment)",
                de: "Registriert: \(moment)",
                fr: "Enregistré : \(moment)",
                es: "Registrada: \(moment)"
            )
        case .sampled(let day):
            Localised(
                en: "Sample taken: \(day)",
                it: "Prelievo: \(day)",
                de: "Probe genommen: \(day)",
                fr: "Prélèvement : \(day)",
                es: "Muestra: \(day)"
            )
        case .keysSent(let count, let moment):
            Localised(
                en: "Codes sent: \(count), the last \(moment)",
                it: "Codici inviati: \(count), gli ultimi \(moment)",
                de: "Gesendete Codes: \(count), die letzten \(moment)",
                fr: "Codes envoyés : \(count), les derniers \(moment)",
                es: "Códigos enviados: \(count), los últimos \(moment)"
            )
        case .missingCharacters(let count): SharedText.missingCharacters(count: count)
        case .wrongCharacter(let position):
            Localised(
                en: "Character \(position) cannot be right. A TeleTAN has neither 0, O, 1, I nor L.",
                it: "Il carattere \(position) non può essere giusto. In una TeleTAN non ci sono 0, O, 1, I né L.",
                de: "Zeichen \(position) kann nicht stimmen. In einer TeleTAN gibt es weder 0, O, 1, I noch L.",
                fr: "Le caractère \(position) ne peut pas être juste. Une TeleTAN n’a ni 0, ni O, ni 1, ni I, ni L.",
                es: "El carácter \(position) no puede ser correcto. Una TeleTAN no tiene 0, O, 1, I ni L."
            )
        }
    }
}
