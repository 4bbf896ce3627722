public import Localisation

/// Texts of the way from a code to the end of a report.
public enum ReportText: CaseIterable, LocalisedText {
    case title
    case codeTitle
    case codeBody
    case codeLabel
    case checkCode
    case codeComplete
    case codeTooLong
    case codeWrongCheck
    case confirmCode
    case consentTitle
    case consentLearns
    case consentNames
    case privateLearns
    case privateBoxes
    case consentWarned
    case consentFinal
    case agree
    case decline
    case planFailed
    case waitingTitle
    case waitingBody
    case waitingFailed
    case refusedTitle
    case refusedBody
    case completeTitle
    case completeBody

    public var localised: Localised {
        switch self {
        case .title: SharedText.warnOthers
        case .codeTitle:
            Localised(
                en: "Enter the code",
                it: "Inserisci il codice",
                de: "Geben Sie den Code ein",
                fr: "Saisissez le code",
                es: "Escribe el código"
            )
        case .codeBody:
            Localised(
                en:
                    "You get the code after a positive test. It has twelve characters. Capitals, spaces and hyphens do not matter.",
                it:
                    "Ricevi il codice dopo un test positivo. Ha dodici caratteri. Maiuscole, spazi e trattini non contano.",
                de:
                    "Sie bekommen den Code nach einem positiven Test. Er hat zwölf Zeichen. Groß oder klein, Leerzeichen und Bindestriche sind gleich.",
                fr:
                    "Vous recevez le code après un test positif. Il a douze caractères. Majuscules, espaces et tirets ne comptent pas.",
                es:
                    "Recibes el código después de un positivo. Tiene doce caracteres. Las mayúsculas, los espacios y los guiones no importan."
            )
        case .codeLabel: Localised(en: "Code", it: "Il codice", de: "Ihr Code", fr: "Votre code", es: "Tu código")
        case .checkCode: Localised(en: "Check", it: "Controlla", de: "Prüfen", fr: "Vérifier", es: "Comprobar")
        case .codeComplete:
            Localised(
                en: "The code is complete.",
                it: "Il codice è completo.",
                de: "Der Code ist vollständig.",
                fr: "Le code est complet.",
                es: "El código está completo."
            )
        case .codeTooLong:
            Localised(
                en: "That is too long. The code has twelve characters.",
                it: "È troppo lungo. Il codice ha dodici caratteri.",
                de: "Das ist zu lang. Der Code hat zwölf Zeichen.",
                fr: "C’est trop long. Le code a douze caractères.",
                es: "Es demasiado largo. El código tiene doce caracteres."
            )
        case .codeWrongCheck:
            Localised(
                en: "One character is wrong, or two changed places. Please compare the code once more.",
                it: "Un carattere è sbagliato, o due sono scambiati. Confronta ancora una volta il codice.",
                de: "Ein Zeichen ist falsch, oder zwei sind vertauscht. Bitte vergleichen Sie den Code noch einmal.",
                fr: "Un caractère est faux, ou deux sont inversés. Comparez le code encore une fois.",
                es: "Un carácter está mal, o dos están cambiados. Compara el código otra vez."
            )
        case .confirmCode:
            Localised(
                en: "Use this code",
                it: "Usa questo codice",
                de: "Diesen Code verwenden",
                fr: "Utiliser ce code",
                es: "Usar este código"
            )
        case .consentTitle:
            Localised(
                en: "Do you want to report your contacts?",
                it: "Vuoi segnalare i tuoi contatti?",
                de: "Möchten Sie Ihre Kontakte melden?",
                fr: "Voulez-vous signaler vos contacts ?",
                es: "¿Quieres comunicar tus contactos?"
            )
        case .consentLearns:
            Localised(
                en:
                    "The health authority learns which phones were near yours in the last two weeks, when, and how near. So it knows who you were with.",
                it:
                    "L’autorità sanitaria viene a sapere quali telefoni erano vicini al tuo nelle ultime due settimane, quando e quanto vicini. Così sa chi hai incontrato.",
                de:
                    "Die Gesundheits\u{AD}behörde erfährt, welche Telefone in den letzten zwei Wochen Ihrem nahe waren, wann und wie nah. Sie erfährt also, wen Sie getroffen haben.",
                fr:
                    "L’autorité sanitaire apprend quels téléphones étaient près du vôtre ces deux dernières semaines, quand et à quelle distance. Elle sait donc qui vous avez côtoyé.",
                es:
                    "La autoridad sanitaria sabrá qué teléfonos estuvieron cerca del tuyo en las dos últimas semanas, cuándo y a qué distancia. Así sabrá con quién has estado."
            )
        case .consentNames:
            Localised(
                en:
                    "The report has no names and no places. But the authority can see that the same phones met on several days.",
                it:
                    "La segnalazione non contiene nomi o luoghi. Ma l’autorità può vedere che gli stessi telefoni si sono incontrati in più giorni.",
                de:
                    "In der Meldung stehen weder Namen noch Orte. Die Behörde kann aber sehen, dass sich dieselben Telefone an mehreren Tagen getroffen haben.",
                fr:
                    "Le signalement ne contient ni nom ni lieu. Mais l’autorité peut voir que les mêmes téléphones se sont croisés plusieurs jours.",
                es:
                    "La comunicación no lleva nombres ni lugares. Pero la autoridad puede ver que los mismos teléfonos se encontraron varios días."
            )
        case .privateLearns:
            Localised(
                en:
                    "The health authority learns that you report, and how many contacts your phone noted. It does not learn who you were near.",
                it:
                    "L’autorità sanitaria viene a sapere che fai una segnalazione e quanti contatti ha annotato il tuo telefono. Non sa chi hai incontrato.",
                de:
                    "Die Gesundheits\u{AD}behörde erfährt, dass Sie melden, und wie viele Kontakte Ihr Telefon notiert hat. Sie erfährt nicht, wen Sie getroffen haben.",
                fr:
                    "L’autorité sanitaire apprend que vous faites un signalement, et combien de contacts votre téléphone a notés. Elle n’apprend pas qui vous avez côtoyé.",
                es:
                    "La autoridad sanitaria sabrá que haces una comunicación y cuántos contactos anotó tu teléfono. No sabrá con quién has estado."
            )
        case .privateBoxes:
            Localised(
                en:
                    "What your phone noted is locked, each contact for one phone. Only the phone that was near yours can open it.",
                it:
                    "Ciò che il tuo telefono ha annotato è chiuso a chiave, ogni contatto per un solo telefono. Può aprirlo solo il telefono che era vicino al tuo.",
                de:
                    "Was Ihr Telefon notiert hat, ist verschlossen, jeder Kontakt für ein Telefon. Nur das Telefon, das Ihrem nahe war, kann es öffnen.",
                fr:
                    "Ce que votre téléphone a noté est verrouillé, chaque contact pour un seul téléphone. Seul le téléphone qui était près du vôtre peut l’ouvrir.",
                es:
                    "Lo que anotó tu teléfono va cerrado con llave, cada contacto para un solo teléfono. Solo puede abrirlo el teléfono que estuvo cerca del tuyo."
            )
        case .consentWarned:
            Localised(
                en:
                    "People who were near you long enough get a warning with the day. It does not say who you are, but somebody may guess.",
                it:
                    "Chi ti è stato vicino abbastanza a lungo riceve un avviso con il giorno. Non dice chi sei, ma qualcuno potrebbe indovinarlo.",
                de:
                    "Wer lange genug in Ihrer Nähe war, bekommt eine Warnung mit dem Tag. Sie sagt nicht, wer Sie sind, aber jemand könnte es erraten.",
                fr:
                    "Les personnes restées assez longtemps près de vous reçoivent un avertissement avec le jour. Il ne dit pas qui vous êtes, mais quelqu’un peut le deviner.",
                es:
                    "Quien estuvo cerca de ti el tiempo suficiente recibe un aviso con el día. No dice quién eres, pero alguien podría adivinarlo."
            )
        case .consentFinal:
            Localised(
                en: "You may say no. The app then works as before. After you agree, the report cannot be taken back.",
                it:
                    "Puoi dire di no: l’app funziona come prima. Dopo il consenso, la segnalazione non si può ritirare.",
                de:
                    "Sie dürfen Nein sagen. Die App arbeitet dann wie bisher. Nach Ihrer Zustimmung lässt sich die Meldung nicht zurücknehmen.",
                fr:
                    "Vous pouvez refuser : l’application fonctionne comme avant. Après votre accord, le signalement ne peut pas être retiré.",
                es:
                    "Puedes decir que no: la aplicación funciona como antes. Después de aceptar, la comunicación no se puede retirar."
            )
        case .agree:
            Localised(
                en: "Yes, report my contacts",
                it: "Sì, segnala i miei contatti",
                de: "Ja, meine Kontakte melden",
                fr: "Oui, signaler mes contacts",
                es: "Sí, comunicar mis contactos"
            )
        case .decline:
            Localised(
                en: "No, do not report",
                it: "No, non segnalare",
                de: "Nein, nicht melden",
                fr: "Non, ne pas signaler",
                es: "No, no comunicar"
            )
        case .planFailed:
            Localised(
                en: "The report could not be put together. Please try again.",
                it: "Non è stato possibile preparare la segnalazione. Riprova.",
                de: "Die Meldung konnte nicht zusammengestellt werden. Bitte versuchen Sie es erneut.",
                fr: "Le signalement n’a pas pu être préparé. Réessayez.",
                es: "No se ha podido preparar la comunicación. Inténtalo de nuevo."
            )
        case .waitingTitle:
            Localised(
                en: "Your report is waiting to leave",
                it: "La segnalazione attende di partire",
                de: "Ihre Meldung wartet auf den Versand",
                fr: "Votre signalement attend de partir",
                es: "Tu comunicación espera para salir"
            )
        case .waitingBody:
            Localised(
                en:
                    "It leaves by itself: the nearest contacts usually within an hour, the others hour by hour. Nobody can tell from the time that you are ill. Please leave the phone on.",
                it:
                    "Parte da sola: i contatti più vicini di solito entro un’ora, gli altri di ora in ora. Dall’ora nessuno può capire che stai male. Lascia il telefono acceso.",
                de:
                    "Sie geht von selbst ab: die engsten Kontakte meist binnen einer Stunde, die anderen Stunde für Stunde. An der Zeit erkennt niemand, dass Sie krank sind. Lassen Sie das Telefon an.",
                fr:
                    "Il part de lui-même, les contacts les plus proches souvent en moins d’une heure, les autres heure par heure. L’heure ne révèle à personne votre maladie. Laissez le téléphone allumé.",
                es:
                    "Sale sola: los contactos más cercanos normalmente en menos de una hora, los demás hora a hora. Por la hora nadie puede saber que estás mal. Deja el teléfono encendido."
            )
        case .waitingFailed:
            Localised(
                en: "The last attempt got no answer. The app tries again by itself.",
                it: "L’ultimo tentativo non ha avuto risposta. L’app riprova da sola.",
                de: "Der letzte Versuch blieb ohne Antwort. Die App versucht es von selbst erneut.",
                fr: "La dernière tentative est restée sans réponse. L’application réessaie d’elle-même.",
                es: "El último intento no tuvo respuesta. La aplicación lo vuelve a intentar sola."
            )
        case .refusedTitle:
            Localised(
                en: "The code was not accepted",
                it: "Il codice non è stato accettato",
                de: "Der Code wurde nicht angenommen",
                fr: "Le code n’a pas été accepté",
                es: "El código no ha sido aceptado"
            )
        case .refusedBody:
            Localised(
                en:
                    "It may be too old or already used. Please ask for a new code and enter it here. Your consent still counts.",
                it:
                    "Forse è troppo vecchio o già usato. Chiedi un nuovo codice e inseriscilo qui. Il tuo consenso resta valido.",
                de:
                    "Vielleicht ist er zu alt oder schon benutzt. Bitte fragen Sie nach einem neuen Code, und geben Sie ihn hier ein. Ihre Zustimmung gilt weiter.",
                fr:
                    "Il est peut-être trop ancien ou déjà utilisé. Demandez un nouveau code et saisissez-le ici. Votre accord reste valable.",
                es:
                    "Puede que sea demasiado antiguo o ya esté usado. Pide un código nuevo y escríbelo aquí. Tu consentimiento sigue valiendo."
            )
        case .completeTitle:
            Localised(
                en: "Your report has arrived",
                it: "La segnalazione è arrivata",
                de: "Ihre Meldung ist angekommen",
                fr: "Votre signalement est arrivé",
                es: "Tu comunicación ha llegado"
            )
        case .completeBody:
            Localised(
                en:
                    "Thank you. The health authority checks it, and then warns the people who were near you long enough.",
                it: "Grazie. L’autorità sanitaria la controlla e poi avvisa chi ti è stato vicino abbastanza a lungo.",
                de:
                    "Vielen Dank. Die Gesundheits\u{AD}behörde prüft sie und warnt dann alle, die lange genug in Ihrer Nähe waren.",
                fr:
                    "Merci. L’autorité sanitaire le vérifie, puis prévient les personnes restées assez longtemps près de vous.",
                es:
                    "Gracias. La autoridad sanitaria la comprueba y después avisa a quienes estuvieron cerca de ti el tiempo suficiente."
            )
        }
    }
}
