public import Localisation

/// Texts of Home: whether the service works, the result of the last check, and links to other screens.
public enum HomeText: CaseIterable, LocalisedText {
    case working
    case workingBody
    case notWarned
    case workingBodyToBeOpened
    case switchedOff
    case switchedOffBody
    case switchOn
    case switchOff
    case switchOffQuestion
    case switchOffYes
    case impaired
    case impairedBody
    case limited
    case limitedBody
    case checkFailed
    case checkFailedBody
    case neverChecked
    case checkTimeUnknown
    case dataMissing
    case unfinishedUpload
    case positiveTestQuestion
    case neutralAdvice

    public var localised: Localised {
        switch self {
        case .working:
            Localised(
                en: "Avviso is working",
                it: "Avviso è attivo",
                de: "Avviso ist aktiv",
                fr: "Avviso est actif",
                es: "Avviso está activo"
            )
        case .workingBody:
            Localised(
                en: "You do not need to open the app. It tells you when there is something to know.",
                it: "Non serve aprire l’app: ti avvisa lei se c’è qualcosa da sapere.",
                de: "Sie müssen die App nicht öffnen: Sie meldet sich, wenn es etwas zu wissen gibt.",
                fr: "Inutile d’ouvrir l’application : elle vous prévient s’il y a quelque chose à savoir.",
                es: "No hace falta abrir la aplicación: te avisa cuando hay algo que saber."
            )
        case .notWarned:
            Localised(
                en: "Until you say that you have recovered, Avviso does not tell you of contacts at risk.",
                it: "Finché non dici di stare di nuovo bene, Avviso non ti avvisa dei contatti a rischio.",
                de: "Bis Sie sich hier gesund melden, meldet Avviso Ihnen keine riskanten Kontakte.",
                fr:
                    "Tant que vous ne dites pas aller de nouveau bien, Avviso ne vous prévient pas des contacts à risque.",
                es: "Hasta que digas que te has recuperado, Avviso no te avisa de los contactos de riesgo."
            )
        case .workingBodyToBeOpened:
            Localised(
                en:
                    "It tells you when there is something to know. Open the app now and then: some phones stop apps that are never opened.",
                it:
                    "Ti avvisa se c’è qualcosa da sapere. Apri l’app di tanto in tanto: alcuni telefoni fermano le app che non vengono mai aperte.",
                de:
                    "Die App meldet sich, wenn es etwas zu wissen gibt. Öffnen Sie sie ab und zu: Manche Telefone halten Apps an, die nie geöffnet werden.",
                fr:
                    "L’application vous prévient s’il y a quelque chose à savoir. Ouvrez-la de temps en temps : certains téléphones arrêtent les applications jamais ouvertes.",
                es:
                    "Te avisa cuando hay algo que saber. Abre la aplicación de vez en cuando: algunos teléfonos detienen las que nunca se abren."
            )
        case .switchedOff:
            Localised(
                en: "Avviso is switched off",
                it: "Avviso è disattivato",
                de: "Avviso ist ausgeschaltet",
                fr: "Avviso est désactivé",
                es: "Avviso está desactivado"
            )
        case .switchedOffBody:
            Localised(
                en: "You switched it off. While it is off, neither you nor others can be told of a contact.",
                it:
                    "L’hai disattivato tu. Finché resta così, né tu né gli altri potete essere avvisati di un contatto.",
                de: "Sie haben es ausgeschaltet. So lange können weder Sie noch andere von einem Kontakt erfahren.",
                fr:
                    "Vous l’avez désactivé. Pendant ce temps, ni vous ni les autres ne pouvez être prévenus d’un contact.",
                es: "Lo has desactivado tú. Mientras siga así, ni tú ni los demás podéis recibir avisos de un contacto."
            )
        case .switchOn: Localised(en: "Switch on", it: "Attiva", de: "Einschalten", fr: "Activer", es: "Activar")
        case .switchOff:
            Localised(en: "Switch off", it: "Disattiva", de: "Ausschalten", fr: "Désactiver", es: "Desactivar")
        case .switchOffQuestion:
            Localised(
                en: "Really switch Avviso off?",
                it: "Vuoi davvero disattivare Avviso?",
                de: "Avviso wirklich ausschalten?",
                fr: "Voulez-vous vraiment désactiver Avviso ?",
                es: "¿Seguro que quieres desactivar Avviso?"
            )
        case .switchOffYes: SharedText.switchOffYes
        case .impaired:
            Localised(
                en: "Avviso is not working",
                it: "Avviso non funziona",
                de: "Avviso ist nicht aktiv",
                fr: "Avviso ne fonctionne pas",
                es: "Avviso no funciona"
            )
        case .impairedBody:
            Localised(
                en: "Something on this phone needs your attention.",
                it: "C’è qualcosa da sistemare su questo telefono.",
                de: "Auf diesem Telefon ist etwas in Ordnung zu bringen.",
                fr: "Il faut corriger quelque chose sur ce téléphone.",
                es: "Hay que corregir algo en este teléfono."
            )
        case .limited:
            Localised(
                en: "Avviso is only partly working",
                it: "Avviso funziona solo in parte",
                de: "Avviso arbeitet nur teilweise",
                fr: "Avviso ne fonctionne qu’en partie",
                es: "Avviso funciona solo en parte"
            )
        case .limitedBody:
            Localised(
                en: "It still looks for contacts at risk, but something on this phone needs your attention.",
                it: "Cerca ancora i contatti a rischio, ma c’è qualcosa da sistemare su questo telefono.",
                de:
                    "Es sucht weiter nach riskanten Kontakten, aber auf diesem Telefon ist etwas in Ordnung zu bringen.",
                fr: "Il cherche toujours les contacts à risque, mais il faut corriger quelque chose sur ce téléphone.",
                es: "Sigue buscando contactos de riesgo, pero hay que corregir algo en este teléfono."
            )
        case .checkFailed:
            Localised(
                en: "Avviso could not check",
                it: "Avviso non ha potuto controllare",
                de: "Avviso konnte nicht prüfen",
                fr: "Avviso n’a pas pu vérifier",
                es: "Avviso no ha podido comprobar"
            )
        case .checkFailedBody:
            Localised(
                en: "Your phone continues to exchange codes, and Avviso tries again by itself.",
                it: "Il telefono continua a scambiare codici e Avviso riprova da solo.",
                de: "Ihr Telefon tauscht weiter Codes aus, und Avviso versucht es von selbst erneut.",
                fr: "Votre téléphone continue d’échanger des codes et Avviso réessaiera de lui-même.",
                es: "Tu teléfono sigue intercambiando códigos y Avviso volverá a intentarlo."
            )
        case .neverChecked:
            Localised(
                en: "There has been no check yet.",
                it: "Il primo controllo deve ancora avvenire.",
                de: "Die erste Überprüfung steht noch aus.",
                fr: "La première vérification n’a pas encore eu lieu.",
                es: "La primera comprobación aún no se ha hecho."
            )
        case .checkTimeUnknown:
            Localised(
                en: "The phone’s clock was changed. The next check starts by itself.",
                it: "L’orologio del telefono è stato modificato. Il prossimo controllo avverrà da solo.",
                de: "Die Uhr des Telefons wurde verstellt. Die nächste Überprüfung kommt von selbst.",
                fr: "L’heure du téléphone a été modifiée. La prochaine vérification se fera d’elle-même.",
                es: "El reloj del teléfono ha cambiado. La próxima comprobación se hará sola."
            )
        case .dataMissing:
            Localised(
                en: "Some data is still missing. Avviso tries again by itself.",
                it: "Mancano ancora dei dati. Avviso riprova da solo.",
                de: "Es fehlen noch Daten. Avviso versucht es von selbst erneut.",
                fr: "Il manque encore des données. Avviso réessaie de lui-même.",
                es: "Todavía faltan datos. Avviso volverá a intentarlo por sí solo."
            )
        case .unfinishedUpload:
            Localised(
                en: "Your data may not have been sent. Finish the upload with “\(Self.warnOthers(.english))”.",
                it:
                    "I tuoi dati potrebbero non essere stati inviati. Completa l’invio con «\(Self.warnOthers(.italian))».",
                de:
                    "Ihre Daten wurden vielleicht nicht gesendet. Schließen Sie die Übermittlung mit „\(Self.warnOthers(.german))“ ab.",
                fr:
                    "Vos données n’ont peut-être pas été envoyées. Terminez l’envoi avec « \(Self.warnOthers(.french)) ».",
                es: "Puede que tus datos no se hayan enviado. Termina el envío con «\(Self.warnOthers(.spanish))»."
            )
        case .positiveTestQuestion:
            Localised(
                en: "Did you test positive?",
                it: "Il tuo test è positivo?",
                de: "Wurden Sie positiv getestet?",
                fr: "Votre test est positif ?",
                es: "¿Has dado positivo?"
            )
        case .neutralAdvice: SharedText.adviceForEverybody
        }
    }

    private static func warnOthers(_ language: Language) -> String { UploadText.title.text(in: language) }
}
