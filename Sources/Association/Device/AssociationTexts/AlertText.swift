public import Localisation

/// Texts of a warning: the day has a band, and each band has its advice.
public enum AlertText: CaseIterable, LocalisedText {
    case title
    case lowTitle
    case lowBody
    case lowAdvice
    case mediumTitle
    case mediumBody
    case mediumAdvice
    case highTitle
    case highBody
    case highAdvice
    case adviceTitle
    case whyTitle
    case whyBody
    case whyUnknown
    case whyDay

    public var localised: Localised {
        switch self {
        case .title: Localised(en: "Warnings", it: "Avvisi", de: "Warnungen", fr: "Avertissements", es: "Avisos")
        case .lowTitle:
            Localised(
                en: "You had a short or distant contact",
                it: "Hai avuto un contatto breve o a distanza",
                de: "Sie hatten einen kurzen oder entfernten Kontakt",
                fr: "Vous avez eu un contact bref ou à distance",
                es: "Has tenido un contacto breve o a distancia"
            )
        case .lowBody:
            Localised(
                en: "An infection is possible, but not likely. Most people with such a contact stay well.",
                it:
                    "Un contagio è possibile, ma non probabile. La maggior parte delle persone con un contatto simile resta sana.",
                de:
                    "Eine Ansteckung ist möglich, aber nicht wahrscheinlich. Die meisten Menschen mit so einem Kontakt bleiben gesund.",
                fr:
                    "Une contamination est possible, mais peu probable. La plupart des personnes dans ce cas restent en bonne santé.",
                es:
                    "El contagio es posible, pero poco probable. La mayoría de las personas con un contacto así siguen bien."
            )
        case .lowAdvice:
            Localised(
                en:
                    "Watch how you feel for two weeks. Keep your distance, wear a mask indoors, and get tested if you feel ill.",
                it:
                    "Osserva come stai per due settimane. Mantieni le distanze, usa la mascherina al chiuso e fai un test se non ti senti bene.",
                de:
                    "Achten Sie zwei Wochen darauf, wie es Ihnen geht. Halten Sie Abstand, tragen Sie drinnen eine Maske, und lassen Sie sich bei Beschwerden testen.",
                fr:
                    "Surveillez votre état pendant deux semaines. Gardez vos distances, portez un masque à l’intérieur et faites un test si vous vous sentez mal.",
                es:
                    "Observa cómo te encuentras durante dos semanas. Guarda la distancia, usa mascarilla en interiores y hazte una prueba si te sientes mal."
            )
        case .mediumTitle:
            Localised(
                en: "You had a contact at risk",
                it: "Hai avuto un contatto a rischio",
                de: "Sie hatten einen riskanten Kontakt",
                fr: "Vous avez eu un contact à risque",
                es: "Has tenido un contacto de riesgo"
            )
        case .mediumBody:
            Localised(
                en: "You may have been infected. You can pass it on before you feel anything.",
                it: "Potresti aver contratto il virus. Puoi trasmetterlo prima di sentire qualcosa.",
                de: "Sie können sich angesteckt haben. Sie können das Virus weitergeben, bevor Sie etwas spüren.",
                fr:
                    "Vous avez peut-être attrapé le virus. Vous pouvez le transmettre avant de ressentir quoi que ce soit.",
                es: "Es posible que tengas el virus. Puedes transmitirlo antes de notar nada."
            )
        case .mediumAdvice:
            Localised(
                en: "Meet as few people as you can for two weeks. Ask your doctor or the health authority for a test.",
                it:
                    "Incontra meno persone possibile per due settimane. Chiedi un test al medico o all’autorità sanitaria.",
                de:
                    "Treffen Sie zwei Wochen lang möglichst wenige Menschen. Fragen Sie Ihre Arztpraxis oder die Gesundheits\u{AD}behörde nach einem Test.",
                fr:
                    "Voyez le moins de monde possible pendant deux semaines. Demandez un test à votre médecin ou à l’autorité sanitaire.",
                es:
                    "Reúnete con la menor gente posible durante dos semanas. Pide una prueba a tu médico o a la autoridad sanitaria."
            )
        case .highTitle:
            Localised(
                en: "You had a long or close contact at risk",
                it: "Hai avuto un contatto a rischio lungo o ravvicinato",
                de: "Sie hatten einen langen oder engen riskanten Kontakt",
                fr: "Vous avez eu un contact à risque long ou rapproché",
                es: "Has tenido un contacto de riesgo largo o muy cercano"
            )
        case .highBody:
            Localised(
                en: "An infection is more likely than after a short contact. A test can tell you more.",
                it: "Un contagio è più probabile che dopo un contatto breve. Un test può dirti di più.",
                de: "Eine Ansteckung ist wahrscheinlicher als nach einem kurzen Kontakt. Ein Test kann mehr sagen.",
                fr: "Une contamination est plus probable qu’après un contact bref. Un test peut vous en dire plus.",
                es: "El contagio es más probable que después de un contacto breve. Una prueba puede decirte más."
            )
        case .highAdvice:
            Localised(
                en:
                    "Please stay at home. Call your doctor or the health authority today, and ask for a test. Protect the people who live with you.",
                it:
                    "Resta a casa. Chiama oggi il medico o l’autorità sanitaria e chiedi un test. Proteggi chi vive con te.",
                de:
                    "Bleiben Sie bitte zu Hause. Rufen Sie heute Ihre Arztpraxis oder die Gesundheits\u{AD}behörde an, und fragen Sie nach einem Test. Schützen Sie die Menschen, mit denen Sie wohnen.",
                fr:
                    "Restez chez vous. Appelez aujourd’hui votre médecin ou l’autorité sanitaire et demandez un test. Protégez les personnes qui vivent avec vous.",
                es:
                    "Quédate en casa. Llama hoy a tu médico o a la autoridad sanitaria y pide una prueba. Protege a quienes viven contigo."
            )
        case .adviceTitle:
            Localised(
                en: "What to do now",
                it: "Che cosa fare ora",
                de: "Was jetzt zu tun ist",
                fr: "Que faire maintenant",
                es: "Qué hacer ahora"
            )
        case .whyTitle:
            Localised(
                en: "Why you see this",
                it: "Perché vedi questo",
                de: "Warum Sie das sehen",
                fr: "Pourquoi vous voyez cela",
                es: "Por qué ves esto"
            )
        case .whyBody:
            Localised(
                en: "On that day your phone was near the phone of somebody who later tested positive and reported it.",
                it:
                    "Quel giorno il tuo telefono era vicino a quello di una persona poi risultata positiva, che lo ha segnalato.",
                de:
                    "An diesem Tag war Ihr Telefon in der Nähe eines anderen. Dessen Besitzerin oder Besitzer wurde später positiv getestet und hat es gemeldet.",
                fr:
                    "Ce jour-là, votre téléphone était près de celui d’une personne testée positive par la suite, qui l’a signalé.",
                es: "Ese día tu teléfono estuvo cerca del de una persona que después dio positivo y lo comunicó."
            )
        case .whyUnknown:
            Localised(
                en:
                    "The warning has no name, no place and no time of day. Your phone checked that the contact was real.",
                it: "L’avviso non contiene nome, luogo o ora. Il tuo telefono ha verificato che il contatto è reale.",
                de:
                    "Die Warnung enthält keinen Namen, keinen Ort und keine Uhrzeit. Ihr Telefon hat geprüft, dass es den Kontakt gab.",
                fr:
                    "L’avertissement ne contient ni nom, ni lieu, ni heure. Votre téléphone a vérifié que le contact a bien eu lieu.",
                es: "El aviso no lleva nombre, lugar ni hora. Tu teléfono ha comprobado que el contacto existió."
            )
        case .whyDay:
            Localised(
                en:
                    "The day is counted in universal time. Late in the evening or at night it can differ by one from your calendar.",
                it:
                    "Il giorno è contato in tempo universale. La sera tardi o di notte può differire di uno dal tuo calendario.",
                de:
                    "Der Tag ist nach Weltzeit gezählt. Spät am Abend oder nachts kann er um einen von Ihrem Kalender abweichen.",
                fr:
                    "Le jour est compté en temps universel. Tard le soir ou la nuit, il peut différer d’un jour de votre calendrier.",
                es:
                    "El día se cuenta en hora universal. A última hora o de noche puede diferir en uno de tu calendario."
            )
        }
    }
}
