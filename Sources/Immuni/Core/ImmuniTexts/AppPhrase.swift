public import Localisation

/// Texts that contain a value. Days, times and versions come as text, because the screen decides how they are written.
public enum AppPhrase: Hashable, LocalisedText {
    /// The number of a step in the onboarding, from 1.
    case step(number: Int, count: Int)
    /// A time in the phrases about the last check; likewise the next two.
    case today(time: String)
    case yesterday(time: String)
    case earlier(day: String, time: String)
    case lastChecked(moment: String)
    case foundNothing(moment: String)
    /// The result while some of the authority's files are not available.
    case foundNothingSoFar(moment: String)
    case lastContact(day: String)
    /// The last day of a notice.
    case noticeEnds(day: String)
    /// The last contact of a removed notice, and the last day of the advice.
    case contactCounts(day: String, end: String)
    /// The time until the code may be validated again.
    case wait(seconds: Int)
    case keysToSend(count: Int)
    case checksToSend(count: Int)
    case contactsToSend(count: Int)
    case province(name: String)
    case questionsFound(count: Int)
    case supportHours(opens: String, closes: String)
    case systemTooOld(needed: String)
    case servicesTooOld(needed: String)
    case build(number: Int)

    public var localised: Localised {
        switch self {
        case .step(let number, let count): SharedText.step(number: number, count: count)
        case .today(let time): SharedText.today(time: time)
        case .yesterday(let time): SharedText.yesterday(time: time)
        case .earlier(let day, let time): SharedText.earlier(day: day, time: time)
        case .lastChecked(let moment): SharedText.lastChecked(moment: moment)
        case .foundNothing(let moment):
            Localised(
                en: "No contact at risk was found in the last check, \(moment).",
                it: "Nell’ultimo controllo, \(moment), non è stato rilevato alcun contatto a rischio.",
                de: "Bei der letzten Überprüfung, \(moment), wurde kein riskanter Kontakt gefunden.",
                fr: "La dernière vérification, \(moment), n’a trouvé aucun contact à risque.",
                es: "En la última comprobación, \(moment), no se encontró ningún contacto de riesgo."
            )
        case .foundNothingSoFar(let moment):
            Localised(
                en: "The last check, \(moment), has found no contact at risk so far.",
                it: "L’ultimo controllo, \(moment), finora non ha rilevato contatti a rischio.",
                de: "Die letzte Überprüfung, \(moment), hat bisher keinen riskanten Kontakt gefunden.",
                fr: "La dernière vérification, \(moment), n’a trouvé aucun contact à risque jusqu’ici.",
                es: "La última comprobación, \(moment), no ha encontrado por ahora ningún contacto de riesgo."
            )
        case .lastContact(let day): SharedText.lastContact(day: day)
        case .noticeEnds(let day):
            Localised(
                en: "This notice disappears by itself after \(day).",
                it: "Questo avviso scompare da solo dopo il \(day).",
                de: "Dieser Hinweis verschwindet nach dem \(day) von selbst.",
                fr: "Cet avertissement disparaît de lui-même après le \(day).",
                es: "Este aviso desaparece solo después del \(day)."
            )
        case .contactCounts(let day, let end):
            Localised(
                en: "The last contact at risk was on \(day). Please follow the advice until \(end).",
                it: "L’ultimo contatto a rischio risale al \(day). I consigli valgono fino al \(end).",
                de: "Der letzte riskante Kontakt war am \(day). Die Ratschläge gelten bis zum \(end).",
                fr: "Le dernier contact à risque date du \(day). Les conseils valent jusqu’au \(end).",
                es: "El último contacto de riesgo fue el \(day). Los consejos valen hasta el \(end)."
            )
        case .wait(let seconds):
            Localised(
                en: "You can try again in \(seconds) s.",
                it: "Potrai riprovare tra \(seconds) s.",
                de: "Sie können es in \(seconds) s erneut versuchen.",
                fr: "Vous pourrez réessayer dans \(seconds) s.",
                es: "Podrás intentarlo de nuevo en \(seconds) s."
            )
        case .keysToSend(let count):
            Localised(
                en: "Random codes of the last two weeks: \(count)",
                it: "Codici casuali delle ultime due settimane: \(count)",
                de: "Zufallscodes der letzten zwei Wochen: \(count)",
                fr: "Codes aléatoires des deux dernières semaines : \(count)",
                es: "Códigos aleatorios de las dos últimas semanas: \(count)"
            )
        case .checksToSend(let count):
            Localised(
                en: "Checks that found a contact: \(count)",
                it: "Controlli che hanno rilevato un contatto: \(count)",
                de: "Überprüfungen, die einen Kontakt fanden: \(count)",
                fr: "Vérifications qui ont trouvé un contact : \(count)",
                es: "Comprobaciones que encontraron un contacto: \(count)"
            )
        case .contactsToSend(let count):
            Localised(
                en: "Contacts, with duration and distance, without names: \(count)",
                it: "Contatti, con durata e distanza, senza nomi: \(count)",
                de: "Kontakte, mit Dauer und Abstand, ohne Namen: \(count)",
                fr: "Contacts, avec durée et distance, sans noms : \(count)",
                es: "Contactos, con duración y distancia, sin nombres: \(count)"
            )
        case .province(let name):
            Localised(
                en: "Province: \(name)",
                it: "Provincia di domicilio: \(name)",
                de: "Provinz: \(name)",
                fr: "Votre province : \(name)",
                es: "Tu provincia: \(name)"
            )
        case .questionsFound(let count):
            Localised(
                en: "Questions found: \(count)",
                it: "Domande trovate: \(count)",
                de: "Gefundene Fragen: \(count)",
                fr: "Questions trouvées : \(count)",
                es: "Preguntas encontradas: \(count)"
            )
        case .supportHours(let opens, let closes):
            Localised(
                en: "Every day from \(opens) to \(closes)",
                it: "Tutti i giorni dalle \(opens) alle \(closes)",
                de: "Täglich von \(opens) bis \(closes) Uhr",
                fr: "Tous les jours de \(opens) à \(closes)",
                es: "Todos los días de \(opens) a \(closes)"
            )
        case .systemTooOld(let needed):
            Localised(
                en: "Your phone’s system is too old for Avviso. It needs version \(needed) or later.",
                it:
                    "Il sistema del tuo telefono è troppo vecchio per Avviso. Serve la versione \(needed) o successiva.",
                de: "Das System Ihres Telefons ist zu alt für Avviso. Nötig ist Version \(needed) oder neuer.",
                fr:
                    "Le système de votre téléphone est trop ancien pour Avviso. Il faut la version \(needed) ou ultérieure.",
                es:
                    "El sistema de tu teléfono es demasiado antiguo para Avviso. Necesita la versión \(needed) o posterior."
            )
        case .servicesTooOld(let needed):
            Localised(
                en: "Google Play services are too old for Avviso. It needs version \(needed) or later.",
                it: "Google Play Services è troppo vecchio per Avviso. Serve la versione \(needed) o successiva.",
                de: "Die Google Play-Dienste sind zu alt für Avviso. Nötig ist Version \(needed) oder neuer.",
                fr:
                    "Les services Google Play sont trop anciens pour Avviso. Il faut la version \(needed) ou ultérieure.",
                es:
                    "Los servicios de Google Play son demasiado antiguos para Avviso. Necesita la versión \(needed) o posterior."
            )
        case .build(let number):
            Localised(
                en: "Version \(number)",
                it: "Versione \(number)",
                de: "Version Nr. \(number)",
                fr: "Version n° \(number)",
                es: "Versión \(number)"
            )
        }
    }
}
