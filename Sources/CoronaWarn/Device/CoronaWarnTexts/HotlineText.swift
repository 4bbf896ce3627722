public import Localisation

/// Texts of the hotline: why the person needs it, its numbers, and the entry of a teleTAN.
public enum HotlineText: CaseIterable, LocalisedText {
    case title
    case body
    case codeRefused
    case answerLost
    case teleTANRefused
    case resultsDiffer
    case testForgotten
    case noTAN
    case refusedTAN
    case uploadUncertain
    case contentRefused
    case codeLost
    case newPhone
    case retrievalDeclined
    case numbersTitle
    case numberForTeleTAN
    case numberForQuestions
    case noNumbers
    case entryTitle
    case entryLabel
    case check
    case confirm
    case tooLong
    case wrongCheckCharacter
    case complete

    public var localised: Localised {
        switch self {
        case .title: ActionText.help.localised
        case .body:
            Localised(
                en:
                    "If you tested positive and have no code, the hotline gives you a TeleTAN. With it you can warn others.",
                it:
                    "Se il tuo test è positivo e non hai un codice, il servizio telefonico ti dà una TeleTAN. Con quella puoi avvisare gli altri.",
                de:
                    "Wenn Sie positiv getestet sind und keinen Code haben, gibt Ihnen die Hotline eine TeleTAN. Damit können Sie andere warnen.",
                fr:
                    "Si votre test est positif et que vous n’avez pas de code, l’aide téléphonique vous donne une TeleTAN. Avec elle, vous pouvez prévenir les autres.",
                es:
                    "Si has dado positivo y no tienes código, la línea de ayuda te da una TeleTAN. Con ella puedes avisar a los demás."
            )
        case .codeRefused:
            Localised(
                en:
                    "The server does not accept this code. It was used before, or it is unknown. A code works on one phone only.",
                it:
                    "Il server non accetta questo codice. È già stato usato o è sconosciuto. Un codice vale per un solo telefono.",
                de:
                    "Der Server nimmt diesen Code nicht an. Er wurde schon benutzt oder ist unbekannt. Ein Code gilt nur für ein Telefon.",
                fr:
                    "Le serveur n’accepte pas ce code. Il a déjà servi, ou il est inconnu. Un code ne vaut que pour un téléphone.",
                es:
                    "El servidor no acepta este código. Ya se usó o es desconocido. Un código solo vale para un teléfono."
            )
        case .answerLost:
            Localised(
                en:
                    "Your code arrived, but the server’s answer was lost on its way. The code cannot be used again. You did nothing wrong.",
                it:
                    "Il tuo codice è arrivato, ma la risposta del server si è persa per strada. Il codice non si può riusare. Non hai sbagliato nulla.",
                de:
                    "Ihr Code ist angekommen, aber die Antwort des Servers ging unterwegs verloren. Der Code lässt sich nicht noch einmal nutzen. Sie haben nichts falsch gemacht.",
                fr:
                    "Votre code est arrivé, mais la réponse du serveur s’est perdue en route. Le code ne peut plus servir. Vous n’avez fait aucune erreur.",
                es:
                    "Tu código llegó, pero la respuesta del servidor se perdió por el camino. El código no se puede usar otra vez. No has hecho nada mal."
            )
        case .teleTANRefused:
            Localised(
                en:
                    "The server does not accept this TeleTAN. It may be too old, used before or mistyped. The hotline gives you a new one.",
                it:
                    "Il server non accetta questa TeleTAN. Forse è scaduta, già usata o scritta male. Il servizio telefonico te ne dà una nuova.",
                de:
                    "Der Server nimmt diese TeleTAN nicht an. Vielleicht ist sie zu alt, schon benutzt oder vertippt. Die Hotline gibt Ihnen eine neue.",
                fr:
                    "Le serveur n’accepte pas cette TeleTAN. Elle est peut-être trop ancienne, déjà utilisée ou mal saisie. L’aide téléphonique vous en donne une autre.",
                es:
                    "El servidor no acepta esta TeleTAN. Quizá es demasiado antigua, ya se usó o está mal escrita. La línea de ayuda te da otra."
            )
        case .resultsDiffer:
            Localised(
                en:
                    "The results for your code and for your date of birth do not agree, so the app shows neither. The hotline can find out why.",
                it:
                    "I risultati per il codice e per la data di nascita non coincidono, perciò l’app non ne mostra nessuno. Il servizio telefonico può capire perché.",
                de:
                    "Die Ergebnisse zu Ihrem Code und zu Ihrem Geburtsdatum stimmen nicht überein. Die App zeigt deshalb keines. Die Hotline kann den Grund klären.",
                fr:
                    "Les résultats pour votre code et pour votre date de naissance ne concordent pas : l’application n’en montre aucun. L’aide téléphonique peut trouver pourquoi.",
                es:
                    "Los resultados de tu código y de tu fecha de nacimiento no coinciden, por eso la aplicación no muestra ninguno. La línea de ayuda puede averiguar por qué."
            )
        case .testForgotten:
            Localised(
                en:
                    "The server no longer knows your test, so the app cannot get the result. Ask where you were tested. If it is positive, the hotline helps.",
                it:
                    "Il server non conosce più il tuo test, perciò l’app non riceve il risultato. Chiedi dove hai fatto il test. Se è positivo, il servizio telefonico ti aiuta.",
                de:
                    "Der Server kennt Ihren Test nicht mehr. Fragen Sie dort nach dem Ergebnis, wo Sie getestet wurden. Ist es positiv, hilft die Hotline.",
                fr:
                    "Le serveur ne connaît plus votre test. Demandez le résultat là où vous l’avez fait. S’il est positif, l’aide téléphonique vous aide.",
                es:
                    "El servidor ya no conoce tu prueba. Pregunta el resultado donde te la hicieron. Si es positivo, la línea de ayuda te ayuda."
            )
        case .noTAN:
            Localised(
                en:
                    "With this test nothing more can be sent. Your codes have not arrived. With a TeleTAN you can still warn others.",
                it:
                    "Con questo test il server non permette altri invii. I tuoi codici non sono arrivati. Con una TeleTAN puoi ancora avvisare gli altri.",
                de:
                    "Mit diesem Test erlaubt der Server keine weitere Übermittlung. Ihre Codes sind nicht angekommen. Mit einer TeleTAN können Sie andere noch warnen.",
                fr:
                    "Avec ce test, le serveur ne permet plus d’envoi. Vos codes ne sont pas arrivés. Avec une TeleTAN, vous pouvez encore prévenir les autres.",
                es:
                    "Con esta prueba el servidor ya no permite más envíos. Tus códigos no han llegado. Con una TeleTAN aún puedes avisar a los demás."
            )
        case .refusedTAN:
            Localised(
                en:
                    "The server refused your codes twice, although it had just agreed to take them. They were not stored. This is not your mistake.",
                it:
                    "Il server ha rifiutato due volte i tuoi codici, benché avesse permesso l’invio. Non sono stati salvati. Non è un tuo errore.",
                de:
                    "Der Server hat Ihre Codes zweimal abgelehnt, obwohl er die Übermittlung erlaubt hatte. Sie wurden nicht gespeichert. Das ist nicht Ihr Fehler.",
                fr:
                    "Le serveur a refusé vos codes deux fois, alors qu’il avait permis l’envoi. Ils n’ont pas été enregistrés. Ce n’est pas votre faute.",
                es:
                    "El servidor rechazó tus códigos dos veces, aunque había permitido el envío. No se guardaron. No es culpa tuya."
            )
        case .uploadUncertain:
            Localised(
                en:
                    "Your codes may have arrived, but the answer was lost on its way, and no second try is permitted. With a TeleTAN you can make sure.",
                it:
                    "I tuoi codici forse sono arrivati, ma la risposta si è persa per strada e non è permesso riprovare. Con una TeleTAN puoi averne la certezza.",
                de:
                    "Ihre Codes sind vielleicht angekommen, aber die Antwort ging unterwegs verloren. Ein zweiter Versuch ist nicht erlaubt. Mit einer TeleTAN gehen Sie sicher.",
                fr:
                    "Vos codes sont peut-être arrivés, mais la réponse s’est perdue en route, et un second essai n’est pas permis. Une TeleTAN permet d’en avoir le cœur net.",
                es:
                    "Puede que tus códigos hayan llegado, pero la respuesta se perdió por el camino y no se permite otro intento. Con una TeleTAN puedes asegurarte."
            )
        case .contentRefused:
            Localised(
                en:
                    "The server could not read what your phone sent. Nothing was stored. This is a fault of the app; the hotline knows what to do.",
                it:
                    "Il server non ha potuto leggere quello che il telefono ha inviato. Niente è stato salvato. È un difetto dell’app: il servizio telefonico sa che cosa fare.",
                de:
                    "Der Server konnte nicht lesen, was Ihr Telefon gesendet hat. Nichts wurde gespeichert. Das ist ein Fehler der App. Die Hotline weiß, was zu tun ist.",
                fr:
                    "Le serveur n’a pas pu lire ce que votre téléphone a envoyé. Rien n’a été enregistré. C’est un défaut de l’application ; l’aide téléphonique sait que faire.",
                es:
                    "El servidor no pudo leer lo que envió tu teléfono. No se guardó nada. Es un fallo de la aplicación; la línea de ayuda sabe qué hacer."
            )
        case .codeLost:
            Localised(
                en:
                    "Without the code the app cannot get the result. Ask for it where you were tested. If it is positive, the hotline gives you a TeleTAN.",
                it:
                    "Senza il codice l’app non riceve il risultato. Chiedilo dove hai fatto il test. Se è positivo, il servizio telefonico ti dà una TeleTAN.",
                de:
                    "Ohne den Code bekommt die App das Ergebnis nicht. Fragen Sie dort, wo Sie getestet wurden. Ist es positiv, gibt Ihnen die Hotline eine TeleTAN.",
                fr:
                    "Sans le code, l’application ne reçoit pas le résultat. Demandez-le là où vous avez fait le test. S’il est positif, l’aide téléphonique vous donne une TeleTAN.",
                es:
                    "Sin el código la aplicación no recibe el resultado. Pregúntalo donde te hicieron la prueba. Si es positivo, la línea de ayuda te da una TeleTAN."
            )
        case .newPhone:
            Localised(
                en:
                    "A test stays on the phone on which it was added. If its result is positive, the hotline gives you a TeleTAN for this phone.",
                it:
                    "Un test resta sul telefono su cui è stato aggiunto. Se il risultato è positivo, il servizio telefonico ti dà una TeleTAN per questo telefono.",
                de:
                    "Ein Test bleibt auf dem Telefon, auf dem er hinzugefügt wurde. Ist sein Ergebnis positiv, gibt Ihnen die Hotline eine TeleTAN für dieses Telefon.",
                fr:
                    "Un test reste sur le téléphone où il a été ajouté. Si son résultat est positif, l’aide téléphonique vous donne une TeleTAN pour ce téléphone.",
                es:
                    "Una prueba se queda en el teléfono en el que se añadió. Si el resultado es positivo, la línea de ayuda te da una TeleTAN para este teléfono."
            )
        case .retrievalDeclined:
            Localised(
                en:
                    "The app then gets no result, as you wished. If your test is positive and you want to warn others, the hotline gives you a TeleTAN.",
                it:
                    "L’app allora non riceve il risultato, come desideri. Se il test è positivo e vuoi avvisare gli altri, il servizio telefonico ti dà una TeleTAN.",
                de:
                    "Die App bekommt dann kein Ergebnis, wie Sie es wünschten. Ist Ihr Test positiv und möchten Sie andere warnen, gibt Ihnen die Hotline eine TeleTAN.",
                fr:
                    "L’application ne reçoit alors pas le résultat, comme vous le souhaitez. Si votre test est positif et que vous voulez prévenir les autres, l’aide téléphonique vous donne une TeleTAN.",
                es:
                    "La aplicación entonces no recibe el resultado, como querías. Si tu prueba es positiva y quieres avisar a los demás, la línea de ayuda te da una TeleTAN."
            )
        case .numbersTitle: Localised(en: "Numbers", it: "Numeri", de: "Rufnummern", fr: "Numéros", es: "Números")
        case .numberForTeleTAN:
            Localised(
                en: "For a TeleTAN",
                it: "Per una TeleTAN",
                de: "Für eine TeleTAN",
                fr: "Pour une TeleTAN",
                es: "Para una TeleTAN"
            )
        case .numberForQuestions:
            Localised(
                en: "For questions",
                it: "Per domande",
                de: "Für Fragen",
                fr: "Pour des questions",
                es: "Para preguntas"
            )
        case .noNumbers:
            Localised(
                en: "The authority gives no numbers in its settings.",
                it: "L’autorità non indica numeri nelle sue impostazioni.",
                de: "Die Behörde nennt in ihren Einstellungen keine Rufnummern.",
                fr: "L’autorité n’indique aucun numéro dans ses réglages.",
                es: "La autoridad no indica números en sus ajustes."
            )
        case .entryTitle:
            Localised(
                en: "Enter a TeleTAN",
                it: "Inserisci una TeleTAN",
                de: "TeleTAN eingeben",
                fr: "Saisir une TeleTAN",
                es: "Introducir una TeleTAN"
            )
        case .entryLabel:
            Localised(
                en: "The ten characters that the hotline gave you",
                it: "I dieci caratteri ricevuti dal servizio telefonico",
                de: "Die zehn Zeichen, die Sie von der Hotline haben",
                fr: "Les dix caractères donnés par l’aide téléphonique",
                es: "Los diez caracteres que te dio la línea de ayuda"
            )
        case .check: Localised(en: "Check", it: "Controlla", de: "Prüfen", fr: "Vérifier", es: "Comprobar")
        case .confirm:
            Localised(
                en: "Use this TeleTAN",
                it: "Usa questa TeleTAN",
                de: "Diese TeleTAN verwenden",
                fr: "Utiliser cette TeleTAN",
                es: "Usar esta TeleTAN"
            )
        case .tooLong:
            Localised(
                en: "That is too long: a TeleTAN has ten characters.",
                it: "È troppo lunga: una TeleTAN ha dieci caratteri.",
                de: "Das ist zu lang: Eine TeleTAN hat zehn Zeichen.",
                fr: "C’est trop long : une TeleTAN a dix caractères.",
                es: "Es demasiado larga: una TeleTAN tiene diez caracteres."
            )
        case .wrongCheckCharacter:
            Localised(
                en: "A character is wrong, or two are swapped. Please compare with what you wrote down.",
                it: "Un carattere è sbagliato o due sono scambiati. Confronta con quello che hai annotato.",
                de: "Ein Zeichen ist falsch, oder zwei sind vertauscht. Bitte vergleichen Sie mit Ihrer Notiz.",
                fr: "Un caractère est faux, ou deux sont inversés. Comparez avec ce que vous avez noté.",
                es: "Un carácter es incorrecto o hay dos cambiados. Compara con lo que anotaste."
            )
        case .complete:
            Localised(
                en: "The ten characters fit together.",
                it: "I dieci caratteri vanno bene insieme.",
                de: "Die zehn Zeichen passen zusammen.",
                fr: "Les dix caractères vont ensemble.",
                es: "Los diez caracteres encajan."
            )
        }
    }
}
