import Localisation

/// Texts of the form for a code and a day.
enum CodeText: CaseIterable, LocalisedText {
    case site
    case authoriseTitle
    case code
    case codeHint
    case codeRight
    case codeWrong
    case codeMissing
    case day
    case dayMissing
    case dayUnreadable
    case authorise
    case checkInput

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
        case .authoriseTitle:
            Localised(
                en: "Authorise a code",
                it: "Autorizza un codice",
                de: "Einen Code freigeben",
                fr: "Autoriser un code",
                es: "Autorizar un código"
            )
        case .code: Localised(en: "Code", it: "Codice", de: "Code", fr: "Code", es: "Código")
        case .codeHint:
            Localised(
                en:
                    "Ten letters and digits, as the person reads them out: three, four, three. Small letters and spaces are allowed.",
                it: "Dieci lettere e cifre, come la persona le detta: tre, quattro, tre. Minuscole e spazi vanno bene.",
                de:
                    "Zehn Buchstaben und Ziffern, wie sie vorgelesen werden: drei, vier, drei. Kleinbuchstaben und Leerzeichen sind in Ordnung.",
                fr:
                    "Dix lettres et chiffres, comme la personne les dicte : trois, quatre, trois. Minuscules et espaces sont acceptés.",
                es:
                    "Diez letras y cifras, tal como las dicta la persona: tres, cuatro, tres. Se admiten minúsculas y espacios."
            )
        case .codeRight:
            Localised(
                en: "The code is complete and its check digit is right.",
                it: "Il codice è completo e il carattere di controllo è corretto.",
                de: "Der Code ist vollständig, und sein Prüfzeichen stimmt.",
                fr: "Le code est complet et son caractère de contrôle est correct.",
                es: "El código está completo y su carácter de control es correcto."
            )
        case .codeWrong:
            Localised(
                en:
                    "The check digit is wrong: a character was misheard or mistyped. Ask the person to read the code again.",
                it:
                    "Il carattere di controllo non corrisponde: un carattere è stato frainteso o digitato male. Chiedi alla persona di rileggere il codice.",
                de:
                    "Das Prüfzeichen passt nicht: Ein Zeichen wurde falsch verstanden oder getippt. Bitten Sie die Person, den Code noch einmal vorzulesen.",
                fr:
                    "Le caractère de contrôle ne correspond pas : un caractère a été mal entendu ou mal saisi. Demandez à la personne de relire le code.",
                es:
                    "El carácter de control no coincide: se oyó o se escribió mal un carácter. Pida a la persona que vuelva a leer el código."
            )
        case .codeMissing:
            Localised(
                en: "Type the code.",
                it: "Inserisci il codice.",
                de: "Geben Sie den Code ein.",
                fr: "Saisissez le code.",
                es: "Escriba el código."
            )
        case .day:
            Localised(
                en: "Day of the first symptoms",
                it: "Giorno dei primi sintomi",
                de: "Tag der ersten Symptome",
                fr: "Jour des premiers symptômes",
                es: "Día de los primeros síntomas"
            )
        case .dayMissing:
            Localised(
                en: "Enter the day.",
                it: "Inserisci il giorno.",
                de: "Geben Sie den Tag ein.",
                fr: "Saisissez le jour.",
                es: "Indique el día."
            )
        case .dayUnreadable:
            Localised(
                en: "This is not a day. Write day, month and year, for example 05/11/2026.",
                it: "Questa non è una data. Scrivi giorno, mese e anno, per esempio 05/11/2026.",
                de: "Das ist kein Datum. Schreiben Sie Tag, Monat und Jahr, zum Beispiel 05.11.2026.",
                fr: "Ce n’est pas une date. Écrivez le jour, le mois et l’année, par exemple 05/11/2026.",
                es: "Esto no es una fecha. Escriba día, mes y año, por ejemplo 05/11/2026."
            )
        case .authorise: Localised(en: "Authorise", it: "Autorizza", de: "Freigeben", fr: "Autoriser", es: "Autorizar")
        case .checkInput:
            Localised(
                en: "Nothing has been authorised yet. Please correct the marked fields.",
                it: "Non è stato ancora autorizzato nulla. Correggi i campi segnalati.",
                de: "Es wurde noch nichts freigegeben. Bitte korrigieren Sie, was markiert ist.",
                fr: "Rien n’a encore été autorisé. Corrigez les champs signalés.",
                es: "Todavía no se ha autorizado nada. Corrija lo señalado."
            )
        }
    }
}
