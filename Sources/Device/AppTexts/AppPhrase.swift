public import Localisation

/// Texts that name a fact. Days and versions come as text, because how they are written is a matter of the screen.
public enum AppPhrase: Hashable, LocalisedText {
    /// The place of a step in the onboarding, from 1.
    case step(number: Int, count: Int)
    case lastChecked(day: String)
    case lastContact(day: String)
    /// Until the code may be validated again.
    case wait(seconds: Int)
    /// Keys at most before the upload, and the real number after it.
    case keysToSend(count: Int)
    case contactsToSend(count: Int)
    case provinceToSend(name: String)
    case questionsFound(count: Int)
    case supportHours(opens: String, closes: String)
    case systemTooOld(needed: String)
    case servicesTooOld(needed: String)
    case build(number: Int)

    public var localised: Localised {
        switch self {
        case .step(let number, let count):
            Localised(
                en: "Step \(number) of \(count)",
                it: "Passo \(number) di \(count)",
                de: "Schritt \(number) von \(count)",
                fr: "Étape \(number) sur \(count)",
                es: "Paso \(number) de \(count)"
            )
        case .lastChecked(let day):
            Localised(
                en: "Last check: \(day)",
                it: "Ultimo controllo: \(day)",
                de: "Letzte Überprüfung: \(day)",
                fr: "Dernière vérification : \(day)",
                es: "Última comprobación: \(day)"
            )
        case .lastContact(let day):
            Localised(
                en: "Last contact: \(day)",
                it: "Ultimo contatto: \(day)",
                de: "Letzter Kontakt: \(day)",
                fr: "Dernier contact : \(day)",
                es: "Último contacto: \(day)"
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
                en: "Random codes, one for each day: \(count)",
                it: "Codici casuali, uno per ogni giorno: \(count)",
                de: "Zufallscodes, je einer pro Tag: \(count)",
                fr: "Codes aléatoires, un par jour : \(count)",
                es: "Códigos aleatorios, uno por día: \(count)"
            )
        case .contactsToSend(let count):
            Localised(
                en: "Contacts at risk, without names: \(count)",
                it: "Contatti a rischio, senza nomi: \(count)",
                de: "Riskante Kontakte, ohne Namen: \(count)",
                fr: "Contacts à risque, sans noms : \(count)",
                es: "Contactos de riesgo, sin nombres: \(count)"
            )
        case .provinceToSend(let name):
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
