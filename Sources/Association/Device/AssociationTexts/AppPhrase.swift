public import Localisation

/// Texts that contain a value. Days and times come as text, because the screen decides how they are written.
public enum AppPhrase: Hashable, LocalisedText {
    /// The number of a step in the onboarding, from 1.
    case step(number: Int, count: Int)
    /// A time in the phrases about moments; likewise the next two.
    case today(time: String)
    case yesterday(time: String)
    case earlier(day: String, time: String)
    /// The day of a warning, in UTC.
    case contactDay(day: String)
    /// How many contacts a report has.
    case reportedContacts(count: Int)
    /// When a report was complete.
    case arrived(moment: String)
    case missingCharacters(count: Int)
    /// The place of a character that is in no code, from 1.
    case wrongCharacter(position: Int)
    case keptDays(count: Int)

    public var localised: Localised {
        switch self {
        case .step(let number, let count): SharedText.step(number: number, count: count)
        case .today(let time): SharedText.today(time: time)
        case .yesterday(let time): SharedText.yesterday(time: time)
        case .earlier(let day, let time): SharedText.earlier(day: day, time: time)
        case .contactDay(let day):
            Localised(
                en: "The contact was on \(day)",
                it: "Il contatto è avvenuto: \(day)",
                de: "Der Kontakt war am \(day)",
                fr: "Le contact a eu lieu le \(day)",
                es: "El contacto fue el \(day)"
            )
        case .reportedContacts(let count):
            Localised(
                en: "Contacts in the report: \(count)",
                it: "Contatti nella segnalazione: \(count)",
                de: "Kontakte in der Meldung: \(count)",
                fr: "Contacts dans le signalement : \(count)",
                es: "Contactos en la comunicación: \(count)"
            )
        case .arrived(let moment):
            Localised(
                en: "Arrived \(moment)",
                it: "Arrivata \(moment)",
                de: "Angekommen \(moment)",
                fr: "Arrivé \(moment)",
                es: "Recibida \(moment)"
            )
        case .missingCharacters(let count): SharedText.missingCharacters(count: count)
        case .wrongCharacter(let position):
            Localised(
                en: "Character \(position) cannot be right. A code has neither 0, O, 1, I nor L.",
                it: "Il carattere \(position) non può essere giusto. In un codice non ci sono 0, O, 1, I né L.",
                de: "Zeichen \(position) kann nicht stimmen. In einem Code gibt es weder 0, O, 1, I noch L.",
                fr: "Le caractère \(position) ne peut pas être juste. Un code n’a ni 0, ni O, ni 1, ni I, ni L.",
                es: "El carácter \(position) no puede ser correcto. Un código no tiene 0, O, 1, I ni L."
            )
        case .keptDays(let count):
            Localised(
                en: "\(count) days",
                it: "\(count) giorni",
                de: "\(count) Tage",
                fr: "\(count) jours",
                es: "\(count) días"
            )
        }
    }
}
