public import Localisation

/// Texts for the owner: the notice of a contact at risk with its advice, its removal, and thanks to owners who warned
/// others.
public enum NoticeText: CaseIterable, LocalisedText {
    case riskTitle
    case riskBody
    case adviceTitle
    case adviceStayHome
    case adviceTest
    case adviceSymptoms
    case adviceOthers
    case adviceDoctor
    case dismissNotice
    case dismissQuestion
    case dismissYes
    case dismissedTitle
    case recallNotice
    case positiveTitle
    case positiveBody
    case confirmRecovery
    case recoveryQuestion
    case recoveryYes
    case recovered

    public var localised: Localised {
        switch self {
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
                de: "Fragen Sie Ihre Ärztin, Ihren Arzt oder die Gesundheits\u{AD}behörde, ob ein Test sinnvoll ist.",
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
                en:
                    "If you have symptoms, call your doctor before you go there. In an emergency, call the emergency number.",
                it:
                    "Se hai sintomi non andare in ambulatorio: prima telefona. In un’emergenza chiama il numero di soccorso.",
                de:
                    "Gehen Sie mit Symptomen nicht einfach in die Praxis: Rufen Sie vorher an. Im Notfall wählen Sie den Notruf.",
                fr:
                    "En cas de symptômes, n’allez pas au cabinet : téléphonez d’abord. En cas d’urgence, appelez les secours.",
                es:
                    "Si tienes síntomas, no vayas a la consulta: llama antes. En una emergencia, llama al número de emergencias."
            )
        case .dismissNotice:
            Localised(
                en: "I have followed the advice: remove the notice",
                it: "Ho seguito i consigli: rimuovi l’avviso",
                de: "Ratschläge befolgt: Hinweis entfernen",
                fr: "Conseils suivis : retirer l’avertissement",
                es: "He seguido los consejos: quitar el aviso"
            )
        case .dismissQuestion:
            Localised(
                en: "Really remove the notice? The contact still counts, and you can show the notice again.",
                it: "Vuoi davvero rimuovere l’avviso? Il contatto conta ancora e potrai mostrare di nuovo l’avviso.",
                de: "Hinweis wirklich entfernen? Der Kontakt zählt weiter, und Sie können den Hinweis wieder anzeigen.",
                fr:
                    "Voulez-vous vraiment retirer l’avertissement ? Le contact compte toujours et vous pourrez l’afficher à nouveau.",
                es:
                    "¿Seguro que quieres quitar el aviso? El contacto sigue contando y podrás mostrar otra vez el aviso."
            )
        case .dismissYes:
            Localised(
                en: "Yes, remove the notice",
                it: "Sì, rimuovi l’avviso",
                de: "Ja, Hinweis entfernen",
                fr: "Oui, retirer l’avertissement",
                es: "Sí, quitar el aviso"
            )
        case .dismissedTitle:
            Localised(
                en: "You removed the notice",
                it: "Hai rimosso l’avviso",
                de: "Sie haben den Hinweis entfernt",
                fr: "Vous avez retiré l’avertissement",
                es: "Has quitado el aviso"
            )
        case .recallNotice:
            Localised(
                en: "Show the notice again",
                it: "Mostra di nuovo l’avviso",
                de: "Hinweis wieder anzeigen",
                fr: "Afficher à nouveau l’avertissement",
                es: "Mostrar otra vez el aviso"
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
        case .recoveryQuestion:
            Localised(
                en: "Have you recovered? If so, Avviso tells you of contacts at risk again.",
                it: "Stai di nuovo bene? Da quel momento Avviso torna ad avvisarti dei contatti a rischio.",
                de: "Sind Sie wieder gesund? Dann meldet Avviso Ihnen wieder riskante Kontakte.",
                fr: "Allez-vous de nouveau bien ? Avviso vous préviendra alors à nouveau des contacts à risque.",
                es: "¿Ya estás bien? A partir de entonces, Avviso volverá a avisarte de los contactos de riesgo."
            )
        case .recoveryYes:
            Localised(
                en: "Yes, I am well",
                it: "Sì, sto bene",
                de: "Ja, ich bin gesund",
                fr: "Oui, je vais bien",
                es: "Sí, estoy bien"
            )
        case .recovered:
            Localised(
                en: "Noted. Avviso tells you of contacts at risk again.",
                it: "Fatto. Avviso torna ad avvisarti dei contatti a rischio.",
                de: "Notiert. Avviso meldet Ihnen wieder riskante Kontakte.",
                fr: "C’est noté. Avviso vous prévient de nouveau des contacts à risque.",
                es: "Anotado. Avviso vuelve a avisarte de los contactos de riesgo."
            )
        }
    }
}
