public import Localisation

/// Texts of the first start and of the steps of a new owner.
public enum OnboardingText: CaseIterable, LocalisedText {
    case settingUp
    case settingUpFailed
    case wasDamaged
    case deleted
    case welcomeTitle
    case welcomeBody
    case privacyTitle
    case privacyCodes
    case privacyChoice
    case privacyCover
    case privacyAgree
    case frameworkTitle
    case frameworkBody
    case testsTitle
    case testsBody
    case notificationsTitle
    case notificationsBody

    public var localised: Localised {
        switch self {
        case .settingUp:
            Localised(
                en: "One moment: the app is fetching what it needs.",
                it: "Un momento: l’app scarica quello che le serve.",
                de: "Einen Moment: Die App holt, was sie braucht.",
                fr: "Un instant : l’application récupère ce qu’il lui faut.",
                es: "Un momento: la aplicación descarga lo que necesita."
            )
        case .settingUpFailed:
            Localised(
                en: "The app could not fetch what it needs",
                it: "L’app non ha potuto scaricare quello che le serve",
                de: "Die App konnte nicht holen, was sie braucht",
                fr: "L’application n’a pas pu récupérer ce qu’il lui faut",
                es: "La aplicación no ha podido descargar lo que necesita"
            )
        case .wasDamaged:
            Localised(
                en: "The app’s data was damaged, so the app begins again. The codes of your contacts are still there.",
                it:
                    "I dati dell’app erano danneggiati, quindi l’app ricomincia. I codici dei tuoi contatti ci sono ancora.",
                de:
                    "Die Daten der App waren beschädigt. Deshalb beginnt sie von vorn. Die Codes Ihrer Kontakte sind noch da.",
                fr:
                    "Les données de l’application étaient endommagées : elle recommence. Les codes de vos contacts sont toujours là.",
                es:
                    "Los datos de la aplicación estaban dañados, así que empieza de nuevo. Los códigos de tus contactos siguen ahí."
            )
        case .deleted: SharedText.deleted
        case .welcomeTitle:
            Localised(
                en: "A test result, and a warning in time",
                it: "Il risultato di un test e un avviso in tempo",
                de: "Ein Testergebnis und eine Warnung zur rechten Zeit",
                fr: "Un résultat de test, et un avertissement à temps",
                es: "El resultado de una prueba y un aviso a tiempo"
            )
        case .welcomeBody:
            Localised(
                en:
                    "The app brings you the result of a test. It tells you when you were near somebody who later tested positive. It does not know who you are.",
                it:
                    "L’app ti porta il risultato di un test. Ti avvisa se vicino a te c’era una persona poi risultata positiva. Non sa chi sei.",
                de:
                    "Die App bringt Ihnen das Ergebnis eines Tests. Sie sagt Ihnen, wenn Sie in der Nähe eines später positiv getesteten Menschen waren. Wer Sie sind, weiß sie nicht.",
                fr:
                    "L’application vous apporte le résultat d’un test. Elle vous prévient si vous avez été près d’une personne testée positive par la suite. Elle ne sait pas qui vous êtes.",
                es:
                    "La aplicación te trae el resultado de una prueba. Te avisa si has estado cerca de alguien que después dio positivo. No sabe quién eres."
            )
        case .privacyTitle: SharedText.privacyTitle
        case .privacyCodes:
            Localised(
                en:
                    "Your phone exchanges random codes with phones nearby. They contain no name, no number and no place.",
                it: "Il telefono scambia codici casuali con i telefoni vicini. Non contengono nome, numero o luogo.",
                de:
                    "Ihr Telefon tauscht mit Telefonen in der Nähe Zufallscodes aus. Darin steht kein Name, keine Nummer und kein Ort.",
                fr:
                    "Votre téléphone échange des codes aléatoires avec les téléphones proches. Ils ne contiennent ni nom, ni numéro, ni lieu.",
                es:
                    "Tu teléfono intercambia códigos aleatorios con los teléfonos cercanos. No llevan nombre, número ni lugar."
            )
        case .privacyChoice:
            Localised(
                en:
                    "You decide whether you add a test. After a positive result you decide whether you share your own codes.",
                it:
                    "Decidi tu se aggiungere un test. Dopo un risultato positivo decidi tu se condividere i tuoi codici.",
                de:
                    "Sie entscheiden, ob Sie einen Test hinzufügen. Nach einem positiven Ergebnis entscheiden Sie, ob Sie Ihre eigenen Codes teilen.",
                fr:
                    "Vous décidez si vous ajoutez un test. Après un résultat positif, vous décidez si vous partagez vos propres codes.",
                es:
                    "Tú decides si añades una prueba. Después de un resultado positivo, tú decides si compartes tus códigos."
            )
        case .privacyCover:
            Localised(
                en: "Every phone also sends empty messages every day. So nobody can see from outside who has a test.",
                it: "Ogni telefono invia ogni giorno anche messaggi vuoti. Così da fuori nessuno vede chi ha un test.",
                de:
                    "Jedes Telefon sendet jeden Tag auch leere Nachrichten. So sieht niemand von außen, wer einen Test hat.",
                fr:
                    "Chaque téléphone envoie aussi chaque jour des messages vides. Ainsi, personne ne voit de l’extérieur qui a un test.",
                es:
                    "Cada teléfono envía también cada día mensajes vacíos. Así nadie ve desde fuera quién tiene una prueba."
            )
        case .privacyAgree: Localised(en: "I agree", it: "Accetto", de: "Ich stimme zu", fr: "J’accepte", es: "Acepto")
        case .frameworkTitle:
            Localised(
                en: "Recognise contacts",
                it: "Riconoscere i contatti",
                de: "Begegnungen erkennen",
                fr: "Reconnaître les contacts",
                es: "Reconocer los contactos"
            )
        case .frameworkBody:
            Localised(
                en:
                    "The phone asks you whether it may exchange random codes by Bluetooth. Without them the app cannot warn you, but it can still bring you a test result.",
                it:
                    "Il telefono ti chiede se può scambiare codici casuali via Bluetooth. Senza, l’app non può avvisarti, ma può portarti il risultato di un test.",
                de:
                    "Das Telefon fragt Sie, ob es über Bluetooth Zufallscodes austauschen darf. Ohne sie kann die App Sie nicht warnen, aber ein Testergebnis bringen.",
                fr:
                    "Le téléphone vous demande s’il peut échanger des codes aléatoires par Bluetooth. Sans eux, l’application ne peut pas vous prévenir, mais elle peut vous apporter un résultat.",
                es:
                    "El teléfono te pregunta si puede intercambiar códigos aleatorios por Bluetooth. Sin ellos la aplicación no puede avisarte, pero sí traerte un resultado."
            )
        case .testsTitle:
            Localised(
                en: "Your test result comes here",
                it: "Il risultato del test arriva qui",
                de: "Ihr Testergebnis kommt hierher",
                fr: "Votre résultat arrive ici",
                es: "Tu resultado llega aquí"
            )
        case .testsBody:
            Localised(
                en:
                    "If you have a test, add it with the code on your sheet. The phone then asks for the result by itself. You see the result when you open it, and not before.",
                it:
                    "Se fai un test, aggiungilo con il codice sul foglio. Il telefono chiede poi da solo il risultato. Lo vedi quando lo apri tu, non prima.",
                de:
                    "Wenn Sie getestet werden, fügen Sie den Test mit dem Code auf Ihrem Blatt hinzu. Das Telefon fragt dann selbst nach dem Ergebnis. Sie sehen es, sobald Sie es öffnen, und nicht vorher.",
                fr:
                    "Si vous faites un test, ajoutez-le avec le code de votre feuille. Le téléphone demande ensuite lui-même le résultat. Vous le voyez quand vous l’ouvrez, pas avant.",
                es:
                    "Si te haces una prueba, añádela con el código de tu hoja. El teléfono pide después el resultado por sí solo. Lo ves cuando lo abres, no antes."
            )
        case .notificationsTitle:
            Localised(
                en: "A short message when there is news",
                it: "Un breve avviso quando c’è una novità",
                de: "Eine kurze Nachricht, wenn es etwas Neues gibt",
                fr: "Un court message quand il y a du nouveau",
                es: "Un breve aviso cuando hay novedades"
            )
        case .notificationsBody:
            Localised(
                en:
                    "The app can notify you that a result is available, or that something has changed. The message never says what. Without it you find everything in the app.",
                it:
                    "L’app può avvisarti che c’è un risultato o che qualcosa è cambiato. Il messaggio non dice mai che cosa. Senza, trovi tutto nell’app.",
                de:
                    "Die App kann Ihnen melden, dass ein Ergebnis da ist oder sich etwas geändert hat. Die Meldung sagt nie, was. Auch ohne sie finden Sie alles in der App.",
                fr:
                    "L’application peut vous signaler qu’un résultat est là ou que quelque chose a changé. Le message ne dit jamais quoi. Sans lui, vous trouvez tout dans l’application.",
                es:
                    "La aplicación puede avisarte de que hay un resultado o de que algo ha cambiado. El mensaje nunca dice qué. Sin él, lo encuentras todo en la aplicación."
            )
        }
    }
}
