import Localisation

/// Texts around the app that contain a value.
enum PanelPhrase: LocalisedText {
    case phone(of: String)
    case now(String)
    case hours(Int)
    case days(Int)
    /// The progress of the clock's move, from 1.
    case hourPasses(Int, count: Int)
    case dayPasses(Int, count: Int)
    case met(String, minutes: Int, packets: Int)

    var localised: Localised {
        switch self {
        case .phone(let name):
            Localised(
                en: "\(name)’s phone",
                it: "Telefono di \(name)",
                de: "Telefon von \(name)",
                fr: "Téléphone de \(name)",
                es: "Teléfono de \(name)"
            )
        case .now(let text):
            Localised(
                en: "All phones: \(text) (UTC)",
                it: "Tutti i telefoni: \(text) (UTC)",
                de: "Alle Telefone: \(text) (UTC)",
                fr: "Tous les téléphones : \(text) (UTC)",
                es: "Todos los teléfonos: \(text) (UTC)"
            )
        case .hours(let count):
            Localised(
                en: count == 1 ? "1 hour" : "\(count) hours",
                it: count == 1 ? "1 ora" : "\(count) ore",
                de: count == 1 ? "1 Stunde" : "\(count) Stunden",
                fr: count == 1 ? "1 heure" : "\(count) heures",
                es: count == 1 ? "1 hora" : "\(count) horas"
            )
        case .days(let count):
            Localised(
                en: count == 1 ? "1 day" : "\(count) days",
                it: count == 1 ? "1 giorno" : "\(count) giorni",
                de: count == 1 ? "1 Tag" : "\(count) Tage",
                fr: count == 1 ? "1 jour" : "\(count) jours",
                es: count == 1 ? "1 día" : "\(count) días"
            )
        case .hourPasses(let hour, let count):
            Localised(
                en: "The clock is moving: hour \(hour) of \(count)",
                it: "L’orologio avanza: ora \(hour) di \(count)",
                de: "Die Uhr läuft vor: Stunde \(hour) von \(count)",
                fr: "L’horloge avance : heure \(hour) sur \(count)",
                es: "El reloj avanza: hora \(hour) de \(count)"
            )
        case .dayPasses(let day, let count):
            Localised(
                en: "The clock is moving: day \(day) of \(count)",
                it: "L’orologio avanza: giorno \(day) di \(count)",
                de: "Die Uhr läuft vor: Tag \(day) von \(count)",
                fr: "L’horloge avance : jour \(day) sur \(count)",
                es: "El reloj avanza: día \(day) de \(count)"
            )
        case .met(let name, let minutes, let packets):
            Localised(
                en: "\(minutes) minutes with \(name): \(packets) signals heard.",
                it: "\(minutes) minuti con \(name): \(packets) segnali ricevuti.",
                de: "\(minutes) Minuten mit \(name): \(packets) Signale gehört.",
                fr: "\(minutes) minutes avec \(name) : \(packets) signaux entendus.",
                es: "\(minutes) minutos con \(name): \(packets) señales oídas."
            )
        }
    }
}
