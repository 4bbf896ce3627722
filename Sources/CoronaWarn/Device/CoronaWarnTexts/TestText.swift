public import Localisation

/// Texts of a test, from its registration to the result, with advice.
public enum TestText: CaseIterable, LocalisedText {
    case registeringTitle
    case registeringBody
    case notRegisteredTitle
    case notRegisteredBody
    case pendingTitle
    case pendingBody
    case pendingUnanswered
    case asking
    case askNow
    case availableTitle
    case availableBody
    case openResult
    case negativeTitle
    case negativeBody
    case negativeAdvice
    case positiveTitle
    case positiveBody
    case positiveHome
    case positiveDoctor
    case positiveOthers
    case invalidTitle
    case invalidBody
    case redeemedTitle
    case redeemedBody
    case outdatedTitle
    case outdatedBody
    case lostTitle
    case lostBody
    case remove
    case removeQuestion
    case removeYes

    public var localised: Localised {
        switch self {
        case .registeringTitle:
            Localised(
                en: "Your test is being registered",
                it: "Il tuo test viene registrato",
                de: "Ihr Test wird registriert",
                fr: "Votre test est en cours d’enregistrement",
                es: "Tu prueba se está registrando"
            )
        case .registeringBody:
            Localised(
                en:
                    "This usually takes less than ten seconds. Your phone sends at fixed times, so that nobody sees what you do in the app.",
                it:
                    "Di solito ci vogliono meno di dieci secondi. Il telefono invia a intervalli fissi, così nessuno vede che cosa fai nell’app.",
                de:
                    "Meist dauert das weniger als zehn Sekunden. Ihr Telefon sendet zu festen Zeiten, damit niemand sieht, was Sie in der App tun.",
                fr:
                    "En général, cela prend moins de dix secondes. Votre téléphone envoie à intervalles fixes, pour que personne ne voie ce que vous faites dans l’application.",
                es:
                    "Normalmente tarda menos de diez segundos. Tu teléfono envía a intervalos fijos, para que nadie vea lo que haces en la aplicación."
            )
        case .notRegisteredTitle:
            Localised(
                en: "Not registered yet",
                it: "Non ancora registrato",
                de: "Noch nicht registriert",
                fr: "Pas encore enregistré",
                es: "Aún sin registrar"
            )
        case .notRegisteredBody:
            Localised(
                en: "Your phone keeps the code and tries again by itself. You need not scan it again.",
                it: "Il telefono conserva il codice e riprova da solo. Non serve scansionarlo di nuovo.",
                de:
                    "Ihr Telefon behält den Code und versucht es von selbst erneut. Sie müssen ihn nicht noch einmal scannen.",
                fr: "Votre téléphone garde le code et réessaie de lui-même. Inutile de le scanner de nouveau.",
                es:
                    "Tu teléfono guarda el código y lo vuelve a intentar por sí solo. No hace falta escanearlo otra vez."
            )
        case .pendingTitle:
            Localised(
                en: "No result yet",
                it: "Ancora nessun risultato",
                de: "Noch kein Ergebnis",
                fr: "Pas encore de résultat",
                es: "Todavía no hay resultado"
            )
        case .pendingBody:
            Localised(
                en: "Your phone asks for the result by itself until there is one.",
                it: "Il telefono chiede da solo il risultato, finché non c’è.",
                de: "Ihr Telefon fragt von selbst nach dem Ergebnis, bis es da ist.",
                fr: "Votre téléphone demande lui-même le résultat jusqu’à ce qu’il soit là.",
                es: "Tu teléfono pregunta por el resultado por sí solo hasta que lo haya."
            )
        case .pendingUnanswered:
            Localised(
                en: "The last question for the result got no answer.",
                it: "L’ultima richiesta del risultato è rimasta senza risposta.",
                de: "Auf die letzte Frage nach dem Ergebnis kam keine Antwort.",
                fr: "La dernière demande du résultat est restée sans réponse.",
                es: "La última pregunta por el resultado quedó sin respuesta."
            )
        case .asking:
            Localised(
                en: "Your phone is asking for the result. This usually takes less than ten seconds.",
                it: "Il telefono sta chiedendo il risultato. Di solito ci vogliono meno di dieci secondi.",
                de: "Ihr Telefon fragt gerade nach dem Ergebnis. Meist dauert das weniger als zehn Sekunden.",
                fr: "Votre téléphone demande le résultat. En général, cela prend moins de dix secondes.",
                es: "Tu teléfono está preguntando por el resultado. Normalmente tarda menos de diez segundos."
            )
        case .askNow:
            Localised(
                en: "Ask for the result now",
                it: "Chiedi ora il risultato",
                de: "Jetzt nach dem Ergebnis fragen",
                fr: "Demander le résultat maintenant",
                es: "Preguntar ahora por el resultado"
            )
        case .availableTitle:
            Localised(
                en: "A result is available",
                it: "C’è un risultato",
                de: "Ein Ergebnis ist da",
                fr: "Un résultat est là",
                es: "Hay un resultado"
            )
        case .availableBody:
            Localised(
                en: "Open it when it suits you. It stays here until then.",
                it: "Aprilo quando vuoi tu. Fino ad allora resta qui.",
                de: "Öffnen Sie es, wann es Ihnen passt. Bis dahin bleibt es hier.",
                fr: "Ouvrez-le quand vous le souhaitez. Il reste ici jusque-là.",
                es: "Ábrelo cuando te venga bien. Hasta entonces se queda aquí."
            )
        case .openResult:
            Localised(
                en: "Show the result",
                it: "Mostra il risultato",
                de: "Ergebnis anzeigen",
                fr: "Afficher le résultat",
                es: "Ver el resultado"
            )
        case .negativeTitle:
            Localised(
                en: "Your result is negative",
                it: "Il tuo risultato è negativo",
                de: "Ihr Ergebnis ist negativ",
                fr: "Votre résultat est négatif",
                es: "Tu resultado es negativo"
            )
        case .negativeBody:
            Localised(
                en:
                    "The coronavirus was not found in your sample. This says something about the day of the sample only.",
                it: "Nel tuo campione non è stato trovato il coronavirus. Questo vale solo per il giorno del prelievo.",
                de:
                    "In Ihrer Probe wurde das Coronavirus nicht gefunden. Das gilt nur für den Tag, an dem sie genommen wurde.",
                fr:
                    "Le coronavirus n’a pas été trouvé dans votre échantillon. Cela ne vaut que pour le jour du prélèvement.",
                es: "No se encontró el coronavirus en tu muestra. Esto solo dice algo del día de la muestra."
            )
        case .negativeAdvice:
            Localised(
                en: "If you get symptoms or feel worse, call your doctor’s practice.",
                it: "Se compaiono sintomi o stai peggio, telefona al tuo medico.",
                de: "Wenn Symptome kommen oder es Ihnen schlechter geht, rufen Sie in Ihrer Arztpraxis an.",
                fr: "Si des symptômes apparaissent ou si vous allez moins bien, appelez votre médecin.",
                es: "Si aparecen síntomas o te encuentras peor, llama a tu médico."
            )
        case .positiveTitle:
            Localised(
                en: "Your result is positive",
                it: "Il tuo risultato è positivo",
                de: "Ihr Ergebnis ist positiv",
                fr: "Votre résultat est positif",
                es: "Tu resultado es positivo"
            )
        case .positiveBody:
            Localised(
                en:
                    "The coronavirus was found in your sample. Many people recover at home. Please look after yourself.",
                it:
                    "Nel tuo campione è stato trovato il coronavirus. Molte persone guariscono a casa. Abbi cura di te.",
                de:
                    "In Ihrer Probe wurde das Coronavirus gefunden. Viele Menschen erholen sich zu Hause. Bitte achten Sie auf sich.",
                fr:
                    "Le coronavirus a été trouvé dans votre échantillon. Beaucoup de personnes guérissent à la maison. Prenez soin de vous.",
                es: "Se encontró el coronavirus en tu muestra. Muchas personas se recuperan en casa. Cuídate."
            )
        case .positiveHome:
            Localised(
                en: "Stay at home, and apart from the people you live with.",
                it: "Resta a casa, separandoti dalle persone con cui vivi.",
                de: "Bleiben Sie zu Hause, getrennt von den Menschen, mit denen Sie wohnen.",
                fr: "Restez chez vous, à l’écart des personnes avec qui vous vivez.",
                es: "Quédate en casa, aparte de las personas con las que vives."
            )
        case .positiveDoctor:
            Localised(
                en: "If breathing becomes hard or you feel much worse, call for help at once.",
                it: "Se respiri a fatica o stai molto peggio, chiama subito aiuto.",
                de: "Wenn das Atmen schwer wird oder es Ihnen viel schlechter geht, rufen Sie sofort Hilfe.",
                fr: "Si vous respirez mal ou si vous allez beaucoup moins bien, appelez tout de suite à l’aide.",
                es: "Si te cuesta respirar o te encuentras mucho peor, pide ayuda de inmediato."
            )
        case .positiveOthers:
            Localised(
                en: "You can warn the people whom you were near, without your name. You decide.",
                it: "Puoi avvisare le persone che erano vicino a te, senza il tuo nome. Decidi tu.",
                de: "Sie können die Menschen warnen, in deren Nähe Sie waren, ohne Ihren Namen. Sie entscheiden.",
                fr:
                    "Vous pouvez prévenir les personnes près de qui vous étiez, sans votre nom. C’est vous qui décidez.",
                es: "Puedes avisar a las personas que tuviste cerca, sin tu nombre. Tú decides."
            )
        case .invalidTitle:
            Localised(
                en: "The sample could not be examined",
                it: "Non è stato possibile esaminare il campione",
                de: "Die Probe konnte nicht untersucht werden",
                fr: "L’échantillon n’a pas pu être analysé",
                es: "No se pudo analizar la muestra"
            )
        case .invalidBody:
            Localised(
                en:
                    "This says nothing about your health. Please ask where you were tested whether you need a new test.",
                it: "Questo non dice nulla sulla tua salute. Chiedi dove hai fatto il test se devi ripeterlo.",
                de:
                    "Das sagt nichts über Ihre Gesundheit. Bitte fragen Sie dort, wo Sie getestet wurden, ob Sie einen neuen Test brauchen.",
                fr: "Cela ne dit rien de votre santé. Demandez là où vous avez fait le test s’il faut le refaire.",
                es: "Esto no dice nada de tu salud. Pregunta donde te hicieron la prueba si necesitas otra."
            )
        case .redeemedTitle:
            Localised(
                en: "The result is no longer available",
                it: "Il risultato non è più disponibile",
                de: "Das Ergebnis ist nicht mehr abrufbar",
                fr: "Le résultat n’est plus disponible",
                es: "El resultado ya no está disponible"
            )
        case .redeemedBody:
            Localised(
                en:
                    "The server tells results for a limited time only. If you still need yours, ask where you were tested.",
                it:
                    "Il server comunica i risultati solo per un tempo limitato. Se il tuo ti serve ancora, chiedi dove hai fatto il test.",
                de:
                    "Der Server nennt Ergebnisse nur für begrenzte Zeit. Wenn Sie Ihres noch brauchen, fragen Sie dort, wo Sie getestet wurden.",
                fr:
                    "Le serveur ne donne les résultats que pendant un temps limité. S’il vous le faut encore, demandez là où vous avez fait le test.",
                es:
                    "El servidor da los resultados solo durante un tiempo limitado. Si aún necesitas el tuyo, pregunta donde te hicieron la prueba."
            )
        case .outdatedTitle:
            Localised(
                en: "The rapid test is too old",
                it: "Il test rapido è troppo vecchio",
                de: "Der Schnelltest ist zu alt",
                fr: "Le test rapide est trop ancien",
                es: "La prueba rápida es demasiado antigua"
            )
        case .outdatedBody:
            Localised(
                en: "It was negative, more than two days ago. It says nothing about today.",
                it: "Era negativo, più di due giorni fa. Non dice nulla su oggi.",
                de: "Er war negativ, vor mehr als zwei Tagen. Über heute sagt er nichts.",
                fr: "Il était négatif, il y a plus de deux jours. Il ne dit rien d’aujourd’hui.",
                es: "Fue negativa, hace más de dos días. No dice nada sobre hoy."
            )
        case .lostTitle:
            Localised(
                en: "The server no longer knows this test",
                it: "Il server non conosce più questo test",
                de: "Der Server kennt diesen Test nicht mehr",
                fr: "Le serveur ne connaît plus ce test",
                es: "El servidor ya no conoce esta prueba"
            )
        case .lostBody:
            Localised(
                en: "So the app cannot get the result. You can learn it where you were tested.",
                it: "Perciò l’app non può ricevere il risultato. Puoi chiederlo dove hai fatto il test.",
                de: "Deshalb kann die App das Ergebnis nicht bekommen. Sie erfahren es dort, wo Sie getestet wurden.",
                fr:
                    "L’application ne peut donc pas recevoir le résultat. Vous pouvez le demander là où vous avez fait le test.",
                es:
                    "Por eso la aplicación no puede recibir el resultado. Puedes preguntarlo donde te hicieron la prueba."
            )
        case .remove:
            Localised(
                en: "Remove the test",
                it: "Rimuovi il test",
                de: "Test entfernen",
                fr: "Retirer le test",
                es: "Quitar la prueba"
            )
        case .removeQuestion:
            Localised(
                en: "Remove this test from the phone? You cannot add it again. Codes that were sent stay sent.",
                it:
                    "Vuoi rimuovere questo test dal telefono? Non potrai aggiungerlo di nuovo. I codici inviati restano inviati.",
                de:
                    "Diesen Test vom Telefon entfernen? Sie können ihn nicht noch einmal hinzufügen. Gesendete Codes bleiben gesendet.",
                fr:
                    "Retirer ce test du téléphone ? Vous ne pourrez pas l’ajouter de nouveau. Les codes envoyés restent envoyés.",
                es:
                    "¿Quitar esta prueba del teléfono? No podrás añadirla de nuevo. Los códigos enviados seguirán enviados."
            )
        case .removeYes:
            Localised(en: "Yes, remove", it: "Sì, rimuovi", de: "Ja, entfernen", fr: "Oui, retirer", es: "Sí, quitar")
        }
    }
}
