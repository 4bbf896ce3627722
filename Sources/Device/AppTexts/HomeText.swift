public import Localisation

/// Home: whether the service works, the notice with its advice, and the ways on.
public enum HomeText: CaseIterable, LocalisedText {
    case title
    case working
    case workingBody
    case workingBodyToBeOpened
    case switchedOff
    case switchedOffBody
    case switchOn
    case switchOff
    case switchOffQuestion
    case impaired
    case impairedBody
    case repair
    case neverChecked
    case riskTitle
    case riskBody
    case adviceTitle
    case adviceStayHome
    case adviceTest
    case adviceSymptoms
    case adviceOthers
    case adviceDoctor
    case noticeWillEnd
    case dismissNotice
    case positiveTitle
    case positiveBody
    case confirmRecovery
    case unfinishedUpload
    case positiveTestQuestion
    case neutralAdvice

    public var localised: Localised {
        switch self {
        case .title: Localised(en: "Home", it: "Home", de: "Start", fr: "Accueil", es: "Inicio")
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
                en: "You need not open the app: it tells you when there is something to know.",
                it: "Non serve aprire l’app: ti avvisa lei se c’è qualcosa da sapere.",
                de: "Sie müssen die App nicht öffnen: Sie meldet sich, wenn es etwas zu wissen gibt.",
                fr: "Inutile d’ouvrir l’application : elle vous prévient s’il y a quelque chose à savoir.",
                es: "No hace falta abrir la aplicación: te avisa cuando hay algo que saber."
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
                en: "Something on this phone has to be put right. It takes a moment.",
                it: "C’è qualcosa da sistemare su questo telefono. Basta un momento.",
                de: "Auf diesem Telefon ist etwas in Ordnung zu bringen. Das dauert nur einen Moment.",
                fr: "Il faut corriger quelque chose sur ce téléphone. Cela ne prend qu’un instant.",
                es: "Hay que corregir algo en este teléfono. Es solo un momento."
            )
        case .repair:
            Localised(en: "Fix", it: "Risolvi", de: "In Ordnung bringen", fr: "Corriger", es: "Solucionar")
        case .neverChecked:
            Localised(
                en: "The first check is still to come.",
                it: "Il primo controllo deve ancora avvenire.",
                de: "Die erste Überprüfung steht noch aus.",
                fr: "La première vérification n’a pas encore eu lieu.",
                es: "La primera comprobación aún no se ha hecho."
            )
        case .riskTitle:
            Localised(
                en: "You may have been exposed",
                it: "Possibile esposizione",
                de: "Sie könnten sich angesteckt haben",
                fr: "Exposition possible",
                es: "Posible exposición"
            )
        case .riskBody:
            Localised(
                en:
                    "You were near a person who tested positive. That does not mean that you are infected. Here is what helps you and others now.",
                it:
                    "Una persona risultata positiva è stata vicino a te. Non significa che ci sia stato un contagio. Ecco che cosa può aiutare te e gli altri.",
                de:
                    "Sie waren in der Nähe eines positiv getesteten Menschen. Das heißt nicht, dass Sie angesteckt sind. Das hilft Ihnen und anderen jetzt:",
                fr:
                    "Une personne testée positive a été près de vous. Cela ne veut pas dire qu’il y a eu contamination. Voici ce qui vous aide, vous et les autres.",
                es:
                    "Una persona que dio positivo ha estado cerca de ti. No significa que haya habido contagio. Esto os ayuda ahora a ti y a los demás."
            )
        case .adviceTitle:
            Localised(
                en: "What you can do",
                it: "Che cosa puoi fare",
                de: "Was Sie tun können",
                fr: "Ce que vous pouvez faire",
                es: "Qué puedes hacer"
            )
        case .adviceStayHome:
            Localised(
                en: "Stay at home if you can, and keep away from others.",
                it: "Se puoi resta a casa e mantieni le distanze dagli altri.",
                de: "Bleiben Sie möglichst zu Hause und halten Sie Abstand zu anderen.",
                fr: "Restez chez vous si possible et gardez vos distances avec les autres.",
                es: "Quédate en casa si puedes y mantén la distancia con los demás."
            )
        case .adviceTest:
            Localised(
                en: "Ask your doctor or the health authority whether you should be tested.",
                it: "Chiedi al tuo medico o all’autorità sanitaria se fare un test.",
                de: "Fragen Sie Ihre Ärztin, Ihren Arzt oder die Gesundheitsbehörde, ob ein Test sinnvoll ist.",
                fr: "Demandez à votre médecin ou à l’autorité de santé si un test est utile.",
                es: "Pregunta a tu médico o a la autoridad sanitaria si debes hacerte una prueba."
            )
        case .adviceSymptoms:
            Localised(
                en: "Watch for fever, cough or loss of smell during the next two weeks.",
                it: "Nelle prossime due settimane fai attenzione a febbre, tosse o perdita dell’olfatto.",
                de: "Achten Sie in den nächsten zwei Wochen auf Fieber, Husten oder den Verlust des Geruchssinns.",
                fr: "Pendant deux semaines, surveillez fièvre, toux ou perte de l’odorat.",
                es: "Durante las próximas dos semanas, vigila si tienes fiebre, tos o pérdida de olfato."
            )
        case .adviceOthers:
            Localised(
                en: "Wash your hands often and wear a mask near other people.",
                it: "Lavati spesso le mani e indossa la mascherina vicino ad altre persone.",
                de: "Waschen Sie sich oft die Hände und tragen Sie in der Nähe anderer eine Maske.",
                fr: "Lavez-vous souvent les mains et portez un masque près d’autres personnes.",
                es: "Lávate las manos a menudo y usa mascarilla cerca de otras personas."
            )
        case .adviceDoctor:
            Localised(
                en: "With symptoms, do not go to the surgery: call first. In an emergency call the emergency number.",
                it:
                    "Se hai sintomi non andare in ambulatorio: prima telefona. In un’emergenza chiama il numero di soccorso.",
                de:
                    "Gehen Sie mit Symptomen nicht einfach in die Praxis: Rufen Sie vorher an. Im Notfall wählen Sie den Notruf.",
                fr:
                    "En cas de symptômes, n’allez pas au cabinet : téléphonez d’abord. En cas d’urgence, appelez les secours.",
                es:
                    "Si tienes síntomas, no vayas a la consulta: llama antes. En una emergencia, llama al número de emergencias."
            )
        case .noticeWillEnd:
            Localised(
                en: "This notice goes away by itself when it does not matter any more.",
                it: "Questo avviso scompare da solo quando non è più rilevante.",
                de: "Dieser Hinweis verschwindet von selbst, wenn er nicht mehr wichtig ist.",
                fr: "Cet avertissement disparaît de lui-même lorsqu’il n’a plus d’importance.",
                es: "Este aviso desaparece solo cuando deja de ser importante."
            )
        case .dismissNotice:
            Localised(
                en: "I have followed the advice: remove the notice",
                it: "Ho seguito i consigli: rimuovi l’avviso",
                de: "Ratschläge befolgt: Hinweis entfernen",
                fr: "Conseils suivis : retirer l’avertissement",
                es: "He seguido los consejos: quitar el aviso"
            )
        case .positiveTitle:
            Localised(
                en: "You have warned others",
                it: "Hai avvisato gli altri",
                de: "Sie haben andere gewarnt",
                fr: "Vous avez prévenu les autres",
                es: "Has avisado a los demás"
            )
        case .positiveBody:
            Localised(
                en:
                    "Thank you for sending your codes. Stay at home until your doctor says otherwise. We wish you a good recovery.",
                it:
                    "Grazie per aver inviato i tuoi codici. Resta a casa finché il medico non ti dice altro. Ti auguriamo una buona guarigione.",
                de:
                    "Danke, dass Sie Ihre Codes gesendet haben. Bleiben Sie zu Hause, bis Ihre Ärztin oder Ihr Arzt etwas anderes sagt. Gute Besserung!",
                fr:
                    "Merci d’avoir envoyé vos codes. Restez chez vous jusqu’à l’avis contraire de votre médecin. Nous vous souhaitons un bon rétablissement.",
                es:
                    "Gracias por enviar tus códigos. Quédate en casa hasta que tu médico diga otra cosa. Te deseamos una pronta recuperación."
            )
        case .confirmRecovery:
            Localised(
                en: "I have recovered",
                it: "Sto di nuovo bene",
                de: "Ich bin wieder gesund",
                fr: "Je vais de nouveau bien",
                es: "Ya me he recuperado"
            )
        case .unfinishedUpload:
            Localised(
                en: "Your data may not have been sent. Please finish the upload.",
                it: "I tuoi dati potrebbero non essere stati inviati. Completa l’invio.",
                de: "Ihre Daten wurden vielleicht nicht gesendet. Bitte schließen Sie die Übermittlung ab.",
                fr: "Vos données n’ont peut-être pas été envoyées. Terminez l’envoi.",
                es: "Puede que tus datos no se hayan enviado. Termina el envío."
            )
        case .positiveTestQuestion:
            Localised(
                en: "Did you test positive?",
                it: "Il tuo test è positivo?",
                de: "Wurden Sie positiv getestet?",
                fr: "Votre test est positif ?",
                es: "¿Has dado positivo?"
            )
        case .neutralAdvice:
            Localised(
                en: "No contact at risk was found. Keep your distance, wash your hands and air rooms.",
                it:
                    "Non sono stati rilevati contatti a rischio. Mantieni le distanze, lavati le mani e arieggia gli ambienti.",
                de:
                    "Es wurde kein riskanter Kontakt gefunden. Halten Sie Abstand, waschen Sie die Hände und lüften Sie.",
                fr:
                    "Aucun contact à risque n’a été trouvé. Gardez vos distances, lavez-vous les mains et aérez les pièces.",
                es: "No se ha encontrado ningún contacto de riesgo. Mantén la distancia, lávate las manos y ventila."
            )
        }
    }
}
