public import Localisation

/// Texts for a new owner: welcome, how it works, privacy, region and province.
public enum OnboardingText: CaseIterable, LocalisedText {
    case welcomeTitle
    case welcomeBody
    case howItWorksTitle
    case howItWorksMeeting
    case howItWorksUpload
    case howItWorksNotice
    case howItWorksPrivacy
    case privacyTitle
    case privacyBody
    case acceptTerms
    case readNotice
    case isFourteen
    case mustAccept
    case regionTitle
    case regionBody
    case provinceTitle
    case provinceBody
    case trialTitle
    case trialBody

    public var localised: Localised {
        switch self {
        case .welcomeTitle:
            Localised(
                en: "Look after each other",
                it: "Prendiamoci cura gli uni degli altri",
                de: "Wir passen aufeinander auf",
                fr: "Prenons soin les uns des autres",
                es: "Cuidémonos unos a otros"
            )
        case .welcomeBody:
            Localised(
                en:
                    "Avviso tells you when you were near somebody who later tested positive, without knowing who you are or where you were.",
                it:
                    "Avviso ti informa se vicino a te c’era una persona poi risultata positiva, senza sapere chi sei né dove ti trovavi.",
                de:
                    "Avviso sagt Ihnen, wenn Sie in der Nähe eines später positiv getesteten Menschen waren – ohne zu wissen, wer Sie sind oder wo Sie waren.",
                fr:
                    "Avviso vous prévient si vous avez été près d’une personne testée positive par la suite, sans savoir qui vous êtes ni où vous étiez.",
                es:
                    "Avviso te informa si has estado cerca de alguien que después dio positivo, sin saber quién eres ni dónde estabas."
            )
        case .howItWorksTitle:
            Localised(
                en: "How it works",
                it: "Come funziona",
                de: "So funktioniert es",
                fr: "Comment ça marche",
                es: "Cómo funciona"
            )
        case .howItWorksMeeting:
            Localised(
                en:
                    "Your phone sends out random codes by Bluetooth and remembers those of the phones nearby. The codes change several times an hour.",
                it:
                    "Il tuo telefono invia codici casuali via Bluetooth e ricorda quelli dei telefoni vicini. I codici cambiano più volte all’ora.",
                de:
                    "Ihr Telefon sendet über Bluetooth Zufallscodes und merkt sich die der Telefone in der Nähe. Die Codes wechseln mehrmals in der Stunde.",
                fr:
                    "Votre téléphone émet des codes aléatoires par Bluetooth et retient ceux des téléphones proches. Les codes changent plusieurs fois par heure.",
                es:
                    "Tu teléfono emite códigos aleatorios por Bluetooth y recuerda los de los teléfonos cercanos. Los códigos cambian varias veces por hora."
            )
        case .howItWorksUpload:
            Localised(
                en:
                    "People who test positive can send their own codes, with the help of a health worker. Nobody has to.",
                it:
                    "Chi risulta positivo può inviare i propri codici insieme a un operatore sanitario. È una scelta libera.",
                de:
                    "Wer positiv getestet ist, kann gemeinsam mit dem Gesundheits\u{AD}personal die eigenen Codes senden. Das ist freiwillig.",
                fr:
                    "Toute personne testée positive peut envoyer ses propres codes avec l’aide d’un soignant. C’est volontaire.",
                es:
                    "Quien da positivo puede enviar sus propios códigos con ayuda del personal sanitario. Es voluntario."
            )
        case .howItWorksNotice:
            Localised(
                en:
                    "Your phone compares the codes itself. If you were close for long enough, it tells you and says what you can do.",
                it:
                    "È il tuo telefono a confrontare i codici. Se il contatto è stato abbastanza vicino e lungo, ti avvisa e ti dice che cosa fare.",
                de:
                    "Ihr Telefon vergleicht die Codes selbst. War der Kontakt nah und lang genug, gibt es Bescheid und sagt, was Sie tun können.",
                fr:
                    "Votre téléphone compare lui-même les codes. Si le contact a été assez proche et assez long, il vous prévient et vous indique que faire.",
                es:
                    "Es tu teléfono el que compara los códigos. Si el contacto fue lo bastante cercano y largo, te avisa y te dice qué puedes hacer."
            )
        case .howItWorksPrivacy:
            Localised(
                en:
                    "No name, no number, no place. The codes that you received stay on your phone and are deleted after two weeks.",
                it:
                    "Niente nome, numero o luogo. Chi hai incontrato resta sul tuo telefono e viene cancellato dopo due settimane.",
                de:
                    "Kein Name, keine Nummer, kein Ort. Wem Sie begegnet sind, bleibt auf Ihrem Telefon und wird nach zwei Wochen gelöscht.",
                fr:
                    "Ni nom, ni numéro, ni lieu. Vos rencontres restent dans votre téléphone et sont effacées après deux semaines.",
                es:
                    "Ni nombre, ni número, ni lugar. A quién has visto se queda en tu teléfono y se borra a las dos semanas."
            )
        case .privacyTitle: SharedText.privacyTitle
        case .privacyBody:
            Localised(
                en:
                    "Please read the terms of use and the privacy notice. They say which data is used, why and for how long.",
                it:
                    "Leggi le condizioni d’uso e l’informativa sulla privacy: dicono quali dati vengono usati, perché e per quanto tempo.",
                de:
                    "Bitte lesen Sie die Nutzungs\u{AD}bedingungen und die Datenschutz\u{AD}erklärung. Dort steht, welche Daten wozu und wie lange genutzt werden.",
                fr:
                    "Lisez les conditions d’utilisation et l’avis de confidentialité : ils expliquent quelles données sont utilisées, pourquoi et combien de temps.",
                es:
                    "Lee las condiciones de uso y el aviso de privacidad: explican qué datos se usan, para qué y durante cuánto tiempo."
            )
        case .acceptTerms:
            Localised(
                en: "I accept the terms of use.",
                it: "Accetto le condizioni d’uso.",
                de: "Ich stimme den Nutzungs\u{AD}bedingungen zu.",
                fr: "J’accepte les conditions d’utilisation.",
                es: "Acepto las condiciones de uso."
            )
        case .readNotice:
            Localised(
                en: "I have read the privacy notice.",
                it: "Ho letto l’informativa sulla privacy.",
                de: "Ich habe die Datenschutz\u{AD}erklärung gelesen.",
                fr: "J’ai lu l’avis de confidentialité.",
                es: "He leído el aviso de privacidad."
            )
        case .isFourteen:
            Localised(
                en: "I am 14 or older.",
                it: "Ho almeno 14 anni.",
                de: "Ich bin mindestens 14 Jahre alt.",
                fr: "J’ai 14 ans ou plus.",
                es: "Tengo 14 años o más."
            )
        case .mustAccept:
            Localised(
                en: "To continue, please tick all three boxes.",
                it: "Per continuare, seleziona tutte e tre le caselle.",
                de: "Bitte kreuzen Sie alle drei Felder an, um fortzufahren.",
                fr: "Pour continuer, cochez les trois cases.",
                es: "Para continuar, marca las tres casillas."
            )
        case .regionTitle:
            Localised(
                en: "Where do you live?",
                it: "Dove vivi?",
                de: "Wo wohnen Sie?",
                fr: "Où habitez-vous ?",
                es: "¿Dónde vives?"
            )
        case .regionBody:
            Localised(
                en: "Choose the region of your home. It helps to see where the app is used.",
                it: "Scegli la regione in cui vivi. Serve a capire dove viene usata l’app.",
                de: "Wählen Sie die Region Ihres Wohnorts. Das hilft zu sehen, wo die App genutzt wird.",
                fr: "Choisissez la région où vous habitez. Cela aide à savoir où l’application est utilisée.",
                es: "Elige la región en la que vives. Ayuda a saber dónde se usa la aplicación."
            )
        case .provinceTitle:
            Localised(
                en: "And in which province?",
                it: "E in quale provincia?",
                de: "Und in welcher Provinz?",
                fr: "Et dans quelle province ?",
                es: "¿Y en qué provincia?"
            )
        case .provinceBody:
            Localised(
                en: "You can change it later in the settings.",
                it: "Potrai cambiarla in seguito nelle impostazioni.",
                de: "Sie können sie später in den Einstellungen ändern.",
                fr: "Vous pourrez la modifier plus tard dans les réglages.",
                es: "Puedes cambiarla más adelante en los ajustes."
            )
        case .trialTitle:
            Localised(
                en: "The app is on trial",
                it: "L’app è in fase di sperimentazione",
                de: "Die App wird erprobt",
                fr: "L’application est à l’essai",
                es: "La aplicación está en pruebas"
            )
        case .trialBody:
            Localised(
                en:
                    "For now the health service authorises codes in some regions only. Elsewhere, Avviso already warns you, and the rest follows later.",
                it:
                    "Per ora i codici vengono autorizzati solo in alcune regioni. Altrove Avviso può già avvisarti e si prepara al resto.",
                de:
                    "Vorerst schaltet das Gesundheitswesen Codes nur in einigen Regionen frei. Anderswo warnt Avviso Sie schon und bereitet den Rest vor.",
                fr:
                    "Pour l’instant, les codes ne sont autorisés que dans certaines régions. Ailleurs, Avviso peut déjà vous prévenir et se prépare au reste.",
                es:
                    "Por ahora los códigos solo se autorizan en algunas regiones. En las demás, Avviso ya puede avisarte y se prepara para el resto."
            )
        }
    }
}
