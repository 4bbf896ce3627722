public import Localisation

/// Texts of the first start and of the steps of a new owner.
public enum OnboardingText: CaseIterable, LocalisedText {
    case starting
    case wasDamaged
    case deleted
    case welcomeTitle
    case welcomeBody
    case consentTitle
    case consentCollected
    case consentAuthority
    case privateAuthority
    case consentNames
    case consentChoice
    case consentAgree
    case districtTitle
    case districtBody
    case districtLabel
    case districtWrong
    case notificationsTitle
    case notificationsBody

    public var localised: Localised {
        switch self {
        case .starting:
            Localised(
                en: "One moment: the app is starting.",
                it: "Un momento: l’app si avvia.",
                de: "Einen Moment: Die App startet.",
                fr: "Un instant : l’application démarre.",
                es: "Un momento: la aplicación se inicia."
            )
        case .wasDamaged:
            Localised(
                en: "The app’s data was damaged, so the app begins again. The contacts in it are lost.",
                it: "I dati dell’app erano danneggiati, quindi l’app ricomincia. I contatti salvati sono perduti.",
                de:
                    "Die Daten der App waren beschädigt. Deshalb beginnt sie von vorn. Die Kontakte darin sind verloren.",
                fr:
                    "Les données de l’application étaient endommagées : elle recommence. Les contacts enregistrés sont perdus.",
                es:
                    "Los datos de la aplicación estaban dañados, así que empieza de nuevo. Los contactos guardados se han perdido."
            )
        case .deleted: SharedText.deleted
        case .welcomeTitle:
            Localised(
                en: "A warning after a contact at risk",
                it: "Un avviso dopo un contatto a rischio",
                de: "Eine Warnung nach einem riskanten Kontakt",
                fr: "Un avertissement après un contact à risque",
                es: "Un aviso después de un contacto de riesgo"
            )
        case .welcomeBody:
            Localised(
                en:
                    "The app tells you when you were near somebody who later tested positive. If you test positive, you can warn the people you were near.",
                it:
                    "L’app ti avvisa se vicino a te c’era una persona poi risultata positiva. Dopo un test positivo puoi avvisare chi ti era vicino.",
                de:
                    "Die App sagt Ihnen, wenn Sie in der Nähe eines später positiv getesteten Menschen waren. Nach einem positiven Test können Sie die Menschen warnen, denen Sie nahe waren.",
                fr:
                    "L’application vous prévient si vous avez été près d’une personne testée positive par la suite. Après un test positif, vous pouvez prévenir les personnes que vous avez côtoyées.",
                es:
                    "La aplicación te avisa si has estado cerca de alguien que después dio positivo. Si das positivo, puedes avisar a las personas que tuviste cerca."
            )
        case .consentTitle:
            Localised(
                en: "What happens with your data",
                it: "Che cosa succede ai tuoi dati",
                de: "Was mit Ihren Daten geschieht",
                fr: "Ce que deviennent vos données",
                es: "Qué pasa con tus datos"
            )
        case .consentCollected:
            Localised(
                en:
                    "Phones near each other exchange encrypted codes. Your phone keeps them for about two weeks, with the time and how near the phones were. It notes no place.",
                it:
                    "I telefoni vicini si scambiano codici cifrati. Il tuo telefono li conserva per circa due settimane, con l’ora e la vicinanza. Non registra alcun luogo.",
                de:
                    "Telefone, die einander nahe sind, tauschen verschlüsselte Codes aus. Ihr Telefon behält sie etwa zwei Wochen, mit Zeit und Nähe. Orte notiert es nicht.",
                fr:
                    "Les téléphones proches échangent des codes chiffrés. Le vôtre les garde environ deux semaines, avec l’heure et la proximité. Il ne note aucun lieu.",
                es:
                    "Los teléfonos cercanos intercambian códigos cifrados. El tuyo los guarda unas dos semanas, con la hora y la cercanía. No anota ningún lugar."
            )
        case .consentAuthority:
            Localised(
                en:
                    "If somebody reports a positive test, the health authority learns which phones were near theirs, and when. Yours can be among them, even if you are well.",
                it:
                    "Se qualcuno segnala un test positivo, l’autorità sanitaria viene a sapere quali telefoni gli erano vicini e quando. Può esserci anche il tuo, anche se stai bene.",
                de:
                    "Meldet jemand einen positiven Test, erfährt die Gesundheits\u{AD}behörde, welche Telefone in der Nähe waren und wann. Ihres kann dabei sein, auch wenn Sie gesund sind.",
                fr:
                    "Si une personne signale un test positif, l’autorité sanitaire apprend quels téléphones étaient proches du sien, et quand. Le vôtre peut en être, même si vous allez bien.",
                es:
                    "Si alguien comunica un positivo, la autoridad sanitaria sabe qué teléfonos estuvieron cerca del suyo y cuándo. El tuyo puede ser uno, aunque estés bien."
            )
        case .privateAuthority:
            Localised(
                en:
                    "If somebody reports a positive test, the health authority does not learn which phones were near. Only your own phone finds out whether you were.",
                it:
                    "Se qualcuno segnala un test positivo, l’autorità sanitaria non viene a sapere quali telefoni erano vicini. Solo il tuo telefono scopre se c’eri anche tu.",
                de:
                    "Meldet jemand einen positiven Test, erfährt die Gesundheits\u{AD}behörde nicht, welche Telefone in der Nähe waren. Nur Ihr eigenes Telefon findet heraus, ob Sie dabei waren.",
                fr:
                    "Si une personne signale un test positif, l’autorité sanitaire n’apprend pas quels téléphones étaient proches. Seul votre téléphone découvre si vous y étiez.",
                es:
                    "Si alguien comunica un positivo, la autoridad sanitaria no sabe qué teléfonos estuvieron cerca. Solo tu propio teléfono averigua si estuviste allí."
            )
        case .consentNames:
            Localised(
                en:
                    "The app sends the authority a number for your phone and the first part of your post code. It sends no name, no address and no place.",
                it:
                    "L’app invia all’autorità un numero per il tuo telefono e la prima parte del codice postale. Non invia nome, indirizzo o luoghi.",
                de:
                    "Die App sendet der Behörde eine Nummer für Ihr Telefon und den Anfang Ihrer Postleitzahl. Sie sendet keinen Namen, keine Adresse und keinen Ort.",
                fr:
                    "L’application envoie à l’autorité un numéro pour votre téléphone et le début de votre code postal. Elle n’envoie ni nom, ni adresse, ni lieu.",
                es:
                    "La aplicación envía a la autoridad un número para tu teléfono y el principio de tu código postal. No envía nombre, dirección ni lugares."
            )
        case .consentChoice:
            Localised(
                en: "You decide whether you use the app. After a positive test you decide again whether you report.",
                it: "Decidi tu se usare l’app. Dopo un test positivo decidi di nuovo se inviare la segnalazione.",
                de:
                    "Sie entscheiden, ob Sie die App nutzen. Nach einem positiven Test entscheiden Sie noch einmal, ob Sie ihn melden.",
                fr:
                    "Vous décidez d’utiliser ou non l’application. Après un test positif, vous décidez encore si vous le signalez.",
                es: "Tú decides si usas la aplicación. Después de un positivo vuelves a decidir si lo comunicas."
            )
        case .consentAgree:
            Localised(en: "I agree", it: "Acconsento", de: "Ich stimme zu", fr: "J’accepte", es: "Acepto")
        case .districtTitle:
            Localised(
                en: "The beginning of your post code",
                it: "L’inizio del tuo codice postale",
                de: "Der Anfang Ihrer Postleitzahl",
                fr: "Le début de votre code postal",
                es: "El principio de tu código postal"
            )
        case .districtBody:
            Localised(
                en: "The authority limits how many phones can register in a district. It needs nothing more exact.",
                it:
                    "L’autorità limita quanti telefoni possono registrarsi in una zona. Non le serve nulla di più preciso.",
                de:
                    "Die Behörde begrenzt, wie viele Telefone sich in einem Gebiet anmelden können. Genauer muss sie es nicht wissen.",
                fr:
                    "L’autorité limite le nombre de téléphones qui peuvent s’enregistrer dans un secteur. Elle n’a besoin de rien de plus précis.",
                es: "La autoridad limita cuántos teléfonos pueden registrarse en una zona. No necesita nada más exacto."
            )
        case .districtLabel:
            Localised(
                en: "One to four letters or digits",
                it: "Da una a quattro lettere o cifre",
                de: "Ein bis vier Buchstaben oder Ziffern",
                fr: "Une à quatre lettres ou chiffres",
                es: "De una a cuatro letras o cifras"
            )
        case .districtWrong:
            Localised(
                en: "Please enter one to four capital letters or digits, without spaces.",
                it: "Inserisci da una a quattro lettere maiuscole o cifre, senza spazi.",
                de: "Bitte geben Sie ein bis vier Großbuchstaben oder Ziffern ein, ohne Leerzeichen.",
                fr: "Saisissez une à quatre lettres majuscules ou chiffres, sans espace.",
                es: "Escribe de una a cuatro letras mayúsculas o cifras, sin espacios."
            )
        case .notificationsTitle:
            Localised(
                en: "News on the lock screen",
                it: "Novità sulla schermata di blocco",
                de: "Neues auf dem Sperrbildschirm",
                fr: "Les nouvelles sur l’écran verrouillé",
                es: "Novedades en la pantalla de bloqueo"
            )
        case .notificationsBody:
            Localised(
                en: "The app notifies you when there is something to read. The notification does not say what it is.",
                it: "L’app ti avvisa quando c’è qualcosa da leggere. La notifica non dice che cosa.",
                de: "Die App meldet sich, wenn es etwas zu lesen gibt. In der Mitteilung steht nicht, worum es geht.",
                fr: "L’application vous prévient quand il y a quelque chose à lire. La notification ne dit pas quoi.",
                es: "La aplicación te avisa cuando hay algo que leer. La notificación no dice qué es."
            )
        }
    }
}
