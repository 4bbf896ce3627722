public import Localisation

/// Texts of the way from the consent to the upload.
public enum SubmissionText: CaseIterable, LocalisedText {
    case title
    case consentBody
    case consentPrivacy
    case consentTomorrow
    case agree
    case decline
    case keysRefused
    case keysUnavailable
    case keysNone
    case declinedTitle
    case declinedBody
    case askingTitle
    case askingBody
    case symptomsTitle
    case symptomsBody
    case symptomsPrivacy
    case symptomsSince
    case symptomsThisWeek
    case symptomsLastWeek
    case symptomsLongAgo
    case symptomsUnknown
    case symptomsNone
    case symptomsNoAnswer
    case countriesTitle
    case countriesBody
    case sendingTitle
    case sendingBody
    case notSentTitle
    case notSentBody
    case unansweredTitle
    case unansweredBody
    case sendNow
    case sentTitle
    case sentBody
    case dailyBody
    case dailyOn
    case dailyOff
    case shareToday
    case endedTitle
    case uncertainTitle

    public var localised: Localised {
        switch self {
        case .title: SharedText.warnOthers
        case .consentBody:
            Localised(
                en:
                    "You can share the random codes that your phone sent out in the last 14 days. Phones that were near yours can then warn their owners.",
                it:
                    "Puoi condividere i codici casuali che il tuo telefono ha inviato negli ultimi 14 giorni. I telefoni che erano vicini al tuo potranno avvisare chi li usa.",
                de:
                    "Sie können die Zufallscodes teilen, die Ihr Telefon in den letzten 14 Tagen gesendet hat. Telefone, die in der Nähe waren, können dann ihre Besitzer warnen.",
                fr:
                    "Vous pouvez partager les codes aléatoires que votre téléphone a émis ces 14 derniers jours. Les téléphones qui étaient proches pourront alors prévenir les personnes concernées.",
                es:
                    "Puedes compartir los códigos aleatorios que tu teléfono ha emitido en los últimos 14 días. Los teléfonos que estuvieron cerca podrán avisar a sus dueños."
            )
        case .consentPrivacy:
            Localised(
                en:
                    "Nobody learns who you are, where you were or whom you met. Codes that were sent cannot be taken back.",
                it: "Nessuno saprà chi sei, dov’eri o chi hai incontrato. I codici inviati non si possono ritirare.",
                de:
                    "Niemand erfährt, wer Sie sind, wo Sie waren oder wen Sie getroffen haben. Gesendete Codes lassen sich nicht zurückholen.",
                fr:
                    "Personne n’apprend qui vous êtes, où vous étiez ni qui vous avez rencontré. Les codes envoyés ne peuvent pas être repris.",
                es:
                    "Nadie sabrá quién eres, dónde estuviste ni a quién viste. Los códigos enviados no se pueden retirar."
            )
        case .consentTomorrow:
            Localised(
                en:
                    "The code of today can be sent tomorrow at the earliest. Your phone does this by itself within a day.",
                it:
                    "Il codice di oggi può essere inviato non prima di domani. Il telefono lo fa da solo entro un giorno.",
                de:
                    "Der Code von heute kann frühestens morgen gesendet werden. Ihr Telefon tut das innerhalb eines Tages von selbst.",
                fr:
                    "Le code d’aujourd’hui ne peut être envoyé que demain. Votre téléphone le fait de lui-même dans la journée.",
                es:
                    "El código de hoy solo puede enviarse a partir de mañana. Tu teléfono lo hace por sí solo en el plazo de un día."
            )
        case .agree:
            Localised(
                en: "I agree: share",
                it: "Accetto: condividi",
                de: "Ich stimme zu: teilen",
                fr: "J’accepte : partager",
                es: "Acepto: compartir"
            )
        case .decline:
            Localised(
                en: "Do not share now",
                it: "Ora non condividere",
                de: "Jetzt nicht teilen",
                fr: "Ne pas partager maintenant",
                es: "No compartir ahora"
            )
        case .keysRefused:
            Localised(
                en: "You answered the phone’s question with no. Nothing was shared.",
                it: "Hai risposto di no alla domanda del telefono. Niente è stato condiviso.",
                de: "Sie haben die Frage des Telefons mit Nein beantwortet. Es wurde nichts geteilt.",
                fr: "Vous avez répondu non à la question du téléphone. Rien n’a été partagé.",
                es: "Has respondido que no a la pregunta del teléfono. No se ha compartido nada."
            )
        case .keysUnavailable:
            Localised(
                en:
                    "The phone did not give its codes. Exposure notifications may be off, or its storage is full. Nothing was shared.",
                it:
                    "Il telefono non ha dato i suoi codici. Forse le notifiche di esposizione sono disattivate o la memoria è piena. Niente è stato condiviso.",
                de:
                    "Das Telefon hat seine Codes nicht herausgegeben. Vielleicht sind Begegnungs\u{AD}mitteilungen aus, oder der Speicher ist voll. Es wurde nichts geteilt.",
                fr:
                    "Le téléphone n’a pas donné ses codes. Les notifications d’exposition sont peut-être désactivées, ou la mémoire est pleine. Rien n’a été partagé.",
                es:
                    "El teléfono no ha dado sus códigos. Quizá las notificaciones de exposición están desactivadas o la memoria está llena. No se ha compartido nada."
            )
        case .keysNone:
            Localised(
                en: "Your phone has no codes of past days yet. Please try again tomorrow.",
                it: "Il tuo telefono non ha ancora codici dei giorni passati. Riprova domani.",
                de: "Ihr Telefon hat noch keine Codes vergangener Tage. Bitte versuchen Sie es morgen erneut.",
                fr: "Votre téléphone n’a pas encore de codes des jours passés. Réessayez demain.",
                es: "Tu teléfono aún no tiene códigos de días pasados. Inténtalo de nuevo mañana."
            )
        case .declinedTitle:
            Localised(
                en: "Not shared",
                it: "Non condiviso",
                de: "Nicht geteilt",
                fr: "Rien n’est partagé",
                es: "No compartido"
            )
        case .declinedBody:
            Localised(
                en:
                    "You chose not to warn others, and that is all right. You can change your mind while the test is in the app.",
                it:
                    "Hai scelto di non avvisare gli altri, e va bene così. Puoi cambiare idea finché il test è nell’app.",
                de:
                    "Sie haben sich entschieden, andere nicht zu warnen. Das ist in Ordnung. Solange der Test in der App ist, können Sie es sich anders überlegen.",
                fr:
                    "Vous avez choisi de ne pas prévenir les autres, et c’est votre droit. Vous pouvez changer d’avis tant que le test est dans l’application.",
                es:
                    "Has decidido no avisar a los demás, y está bien así. Puedes cambiar de opinión mientras la prueba siga en la aplicación."
            )
        case .askingTitle:
            Localised(
                en: "The phone asks you",
                it: "Il telefono ti chiede",
                de: "Das Telefon fragt Sie",
                fr: "Le téléphone vous pose une question",
                es: "El teléfono te pregunta"
            )
        case .askingBody:
            Localised(
                en: "Nothing is shared before you answer it.",
                it: "Niente viene condiviso prima della tua risposta.",
                de: "Vor Ihrer Antwort wird nichts geteilt.",
                fr: "Rien n’est partagé avant votre réponse.",
                es: "No se comparte nada antes de tu respuesta."
            )
        case .symptomsTitle:
            Localised(
                en: "Did you have symptoms?",
                it: "Hai avuto sintomi?",
                de: "Hatten Sie Symptome?",
                fr: "Avez-vous eu des symptômes ?",
                es: "¿Has tenido síntomas?"
            )
        case .symptomsBody:
            Localised(
                en:
                    "For example fever, cough, or loss of smell or taste. With your answer the right people are warned.",
                it:
                    "Per esempio febbre, tosse o perdita di olfatto o gusto. Con la tua risposta vengono avvisate le persone giuste.",
                de:
                    "Zum Beispiel Fieber, Husten oder Verlust von Geruch oder Geschmack. Mit Ihrer Antwort werden die Richtigen gewarnt.",
                fr:
                    "Par exemple fièvre, toux, perte de l’odorat ou du goût. Votre réponse permet de prévenir les bonnes personnes.",
                es:
                    "Por ejemplo fiebre, tos o pérdida de olfato o gusto. Con tu respuesta se avisa a las personas adecuadas."
            )
        case .symptomsPrivacy:
            Localised(
                en: "The answer stays on your phone. Only a number for each day is sent, which follows from it.",
                it: "La risposta resta sul telefono. Viene inviato solo un numero per ogni giorno, che ne deriva.",
                de:
                    "Die Antwort bleibt auf Ihrem Telefon. Gesendet wird nur für jeden Tag eine Zahl, die daraus folgt.",
                fr: "La réponse reste dans votre téléphone. Seul un nombre par jour, qui en découle, est envoyé.",
                es: "La respuesta se queda en tu teléfono. Solo se envía un número por cada día, que se deduce de ella."
            )
        case .symptomsSince:
            Localised(
                en: "Yes, since this day",
                it: "Sì, da questo giorno",
                de: "Ja, seit diesem Tag",
                fr: "Oui, depuis ce jour",
                es: "Sí, desde este día"
            )
        case .symptomsThisWeek:
            Localised(
                en: "Yes, since some day of the last week",
                it: "Sì, da un giorno dell’ultima settimana",
                de: "Ja, seit einem Tag der letzten Woche",
                fr: "Oui, depuis un jour de la dernière semaine",
                es: "Sí, desde algún día de la última semana"
            )
        case .symptomsLastWeek:
            Localised(
                en: "Yes, since one to two weeks ago",
                it: "Sì, da una o due settimane",
                de: "Ja, seit ein bis zwei Wochen",
                fr: "Oui, depuis une à deux semaines",
                es: "Sí, desde hace una o dos semanas"
            )
        case .symptomsLongAgo:
            Localised(
                en: "Yes, since more than two weeks ago",
                it: "Sì, da più di due settimane",
                de: "Ja, seit mehr als zwei Wochen",
                fr: "Oui, depuis plus de deux semaines",
                es: "Sí, desde hace más de dos semanas"
            )
        case .symptomsUnknown:
            Localised(
                en: "Yes, I do not know since when",
                it: "Sì, non so da quando",
                de: "Ja, ich weiß nicht, seit wann",
                fr: "Oui, je ne sais pas depuis quand",
                es: "Sí, no sé desde cuándo"
            )
        case .symptomsNone:
            Localised(
                en: "No symptoms",
                it: "Nessun sintomo",
                de: "Keine Symptome",
                fr: "Pas de symptômes",
                es: "Sin síntomas"
            )
        case .symptomsNoAnswer:
            Localised(
                en: "I prefer not to answer",
                it: "Preferisco non rispondere",
                de: "Ich möchte nicht antworten",
                fr: "Je préfère ne pas répondre",
                es: "Prefiero no responder"
            )
        case .countriesTitle:
            Localised(
                en: "Where were you?",
                it: "Dove hai soggiornato?",
                de: "Wo waren Sie?",
                fr: "Où étiez-vous ?",
                es: "¿Dónde has estado?"
            )
        case .countriesBody:
            Localised(
                en:
                    "Choose the countries in which you spent time in the last 14 days. Then people there can be warned, too.",
                it:
                    "Scegli i Paesi in cui hai passato del tempo negli ultimi 14 giorni. Così anche lì le persone possono essere avvisate.",
                de:
                    "Wählen Sie die Länder, in denen Sie in den letzten 14 Tagen waren. Dann können auch dort Menschen gewarnt werden.",
                fr:
                    "Choisissez les pays où vous avez passé du temps ces 14 derniers jours. Les personnes y seront prévenues aussi.",
                es:
                    "Elige los países en los que has pasado tiempo en los últimos 14 días. Así también se puede avisar allí."
            )
        case .sendingTitle:
            Localised(
                en: "Your codes are being sent",
                it: "I tuoi codici vengono inviati",
                de: "Ihre Codes werden gesendet",
                fr: "Vos codes sont en cours d’envoi",
                es: "Tus códigos se están enviando"
            )
        case .sendingBody:
            Localised(
                en:
                    "This usually takes less than ten seconds. You may put the phone away. It goes on by itself.",
                it:
                    "Di solito ci vogliono meno di dieci secondi. Puoi mettere via il telefono. Continua da solo.",
                de:
                    "Meist dauert das weniger als zehn Sekunden. Sie können das Telefon weglegen. Es macht von selbst weiter.",
                fr:
                    "En général, cela prend moins de dix secondes. Vous pouvez ranger le téléphone. Il continue de lui-même.",
                es:
                    "Normalmente tarda menos de diez segundos. Puedes guardar el teléfono. Sigue por sí solo."
            )
        case .notSentTitle:
            Localised(
                en: "Not sent yet",
                it: "Non ancora inviato",
                de: "Noch nicht gesendet",
                fr: "Pas encore envoyé",
                es: "Aún sin enviar"
            )
        case .notSentBody:
            Localised(
                en: "Your codes are on the phone. It sends them by itself, and asks you nothing again.",
                it: "I tuoi codici sono sul telefono. Li invia da solo e non ti chiede altro.",
                de: "Ihre Codes sind auf dem Telefon. Es sendet sie von selbst und fragt Sie nichts noch einmal.",
                fr: "Vos codes sont dans le téléphone. Il les envoie de lui-même et ne vous redemande rien.",
                es: "Tus códigos están en el teléfono. Los envía por sí solo y no te vuelve a preguntar nada."
            )
        case .unansweredTitle:
            Localised(
                en: "Sent, but without an answer",
                it: "Inviato, ma senza risposta",
                de: "Gesendet, aber ohne Antwort",
                fr: "Envoyé, mais sans réponse",
                es: "Enviado, pero sin respuesta"
            )
        case .unansweredBody:
            Localised(
                en: "Your codes may have arrived. Your phone sends the same ones again. They count only once.",
                it: "I tuoi codici forse sono arrivati. Il telefono invia di nuovo gli stessi. Contano una volta sola.",
                de:
                    "Ihre Codes sind vielleicht angekommen. Ihr Telefon sendet dieselben noch einmal. Sie zählen nur einmal.",
                fr: "Vos codes sont peut-être arrivés. Votre téléphone renvoie les mêmes. Ils ne comptent qu’une fois.",
                es: "Puede que tus códigos hayan llegado. Tu teléfono envía los mismos otra vez. Solo cuentan una vez."
            )
        case .sendNow:
            Localised(en: "Send now", it: "Invia ora", de: "Jetzt senden", fr: "Envoyer maintenant", es: "Enviar ahora")
        case .sentTitle: Localised(en: "Thank you", it: "Grazie", de: "Danke", fr: "Merci", es: "Gracias")
        case .sentBody:
            Localised(
                en: "Your codes have arrived. Phones that were near yours can now warn their owners.",
                it: "I tuoi codici sono arrivati. I telefoni che erano vicini al tuo ora possono avvisare chi li usa.",
                de: "Ihre Codes sind angekommen. Telefone, die in der Nähe waren, können jetzt ihre Besitzer warnen.",
                fr:
                    "Vos codes sont arrivés. Les téléphones qui étaient proches peuvent maintenant prévenir les personnes concernées.",
                es: "Tus códigos han llegado. Los teléfonos que estuvieron cerca ya pueden avisar a sus dueños."
            )
        case .dailyBody:
            Localised(
                en:
                    "You can also share the codes of the next days. The app then offers it every day, and each time you decide.",
                it:
                    "Puoi condividere anche i codici dei prossimi giorni. L’app te lo propone ogni giorno e ogni volta decidi tu.",
                de:
                    "Sie können auch die Codes der nächsten Tage teilen. Die App bietet es dann jeden Tag an, und jedes Mal entscheiden Sie.",
                fr:
                    "Vous pouvez aussi partager les codes des jours suivants. L’application vous le propose chaque jour, et vous décidez chaque fois.",
                es:
                    "También puedes compartir los códigos de los próximos días. La aplicación te lo ofrece cada día y cada vez decides tú."
            )
        case .dailyOn:
            Localised(
                en: "Offer it every day",
                it: "Proponilo ogni giorno",
                de: "Jeden Tag anbieten",
                fr: "Le proposer chaque jour",
                es: "Ofrecerlo cada día"
            )
        case .dailyOff:
            Localised(
                en: "No longer offer it",
                it: "Non proporlo più",
                de: "Nicht mehr anbieten",
                fr: "Ne plus le proposer",
                es: "Dejar de ofrecerlo"
            )
        case .shareToday:
            Localised(
                en: "Share the codes since the last time",
                it: "Condividi i codici dall’ultima volta",
                de: "Codes seit dem letzten Mal teilen",
                fr: "Partager les codes depuis la dernière fois",
                es: "Compartir los códigos desde la última vez"
            )
        case .endedTitle:
            Localised(
                en: "Your codes could not be sent",
                it: "Non è stato possibile inviare i codici",
                de: "Ihre Codes konnten nicht gesendet werden",
                fr: "Vos codes n’ont pas pu être envoyés",
                es: "No se pudieron enviar tus códigos"
            )
        case .uncertainTitle:
            Localised(
                en: "We do not know whether your codes arrived",
                it: "Non sappiamo se i tuoi codici sono arrivati",
                de: "Wir wissen nicht, ob Ihre Codes ankamen",
                fr: "Nous ne savons pas si vos codes sont arrivés",
                es: "No sabemos si tus códigos han llegado"
            )
        }
    }
}
