public import Localisation

/// Texts of the upload: the code, the recap, and the result.
public enum UploadText: CaseIterable, LocalisedText {
    case title
    case intro
    case codeTitle
    case codeBody
    case codeSpelling
    case verify
    case verifying
    case notAuthorised
    case validationFailed
    case newCode
    case recapTitle
    case recapBody
    case recapEpidemiology
    case recapNothingElse
    case leaving
    case send
    case sending
    case consentRefused
    case keysUnavailable
    case unsent
    case unanswered
    case tryAgain
    case uncertain
    case expired
    case failed
    case sentTitle
    case sentBody

    public var localised: Localised {
        switch self {
        case .title: SharedText.warnOthers
        case .intro:
            Localised(
                en:
                    "If you tested positive and a health worker is with you or on the telephone, you can send your codes now.",
                it:
                    "Il tuo test è positivo e sei al telefono o di persona con un operatore sanitario? Allora puoi inviare ora i tuoi codici.",
                de:
                    "Sie sind positiv getestet und sprechen gerade mit dem Gesundheits\u{AD}personal? Dann können Sie Ihre Codes jetzt senden.",
                fr:
                    "Votre test est positif et vous êtes en contact avec un soignant, au téléphone ou sur place ? Vous pouvez alors envoyer vos codes.",
                es:
                    "¿Has dado positivo y estás hablando con personal sanitario? Entonces puedes enviar tus códigos ahora."
            )
        case .codeTitle:
            Localised(
                en: "Read out this code",
                it: "Detta questo codice",
                de: "Lesen Sie diesen Code vor",
                fr: "Dictez ce code",
                es: "Dicta este código"
            )
        case .codeBody:
            Localised(
                en:
                    "Read it to the health worker and wait until they say that it is authorised. Then tap the button below.",
                it:
                    "Dettalo all’operatore sanitario e attendi che ti confermi l’autorizzazione. Poi tocca il pulsante qui sotto.",
                de:
                    "Lesen Sie ihn vor und warten Sie, bis Ihnen die Freigabe bestätigt wird. Tippen Sie dann auf die Schaltfläche unten.",
                fr:
                    "Dictez-le au soignant et attendez qu’il vous confirme l’autorisation. Appuyez ensuite sur le bouton ci-dessous.",
                es:
                    "Díctalo al personal sanitario y espera a que te confirmen que está autorizado. Después pulsa el botón de abajo."
            )
        case .codeSpelling:
            Localised(
                en:
                    "Three characters, then four, then three. After the authorisation it is valid for two and a half minutes.",
                it: "Tre caratteri, poi quattro, poi tre. Dopo l’autorizzazione vale due minuti e mezzo.",
                de: "Drei Zeichen, dann vier, dann drei. Nach der Freigabe gilt er zweieinhalb Minuten.",
                fr:
                    "Trois caractères, puis quatre, puis trois. Une fois autorisé, il est valable deux minutes et demie.",
                es: "Tres caracteres, luego cuatro y luego tres. Una vez autorizado, vale dos minutos y medio."
            )
        case .verify:
            Localised(
                en: "The code is authorised: continue",
                it: "Il codice è autorizzato: continua",
                de: "Der Code ist freigegeben: weiter",
                fr: "Le code est autorisé : continuer",
                es: "El código está autorizado: continuar"
            )
        case .verifying:
            Localised(
                en: "Checking the code …",
                it: "Verifica del codice …",
                de: "Der Code wird geprüft …",
                fr: "Vérification du code …",
                es: "Comprobando el código …"
            )
        case .notAuthorised:
            Localised(
                en: "The code is not authorised yet. Ask the health worker, then try again.",
                it: "Il codice non è ancora autorizzato. Chiedi all’operatore sanitario, poi riprova.",
                de: "Der Code ist noch nicht freigegeben. Fragen Sie nach und versuchen Sie es dann erneut.",
                fr: "Le code n’est pas encore autorisé. Demandez au soignant, puis réessayez.",
                es: "El código aún no está autorizado. Pregunta al personal sanitario e inténtalo de nuevo."
            )
        case .validationFailed:
            Localised(
                en: "The server could not be reached. Check the connection and try again; the code stays the same.",
                it:
                    "Non è stato possibile contattare il server. Controlla la connessione e riprova; il codice resta lo stesso.",
                de:
                    "Der Server konnte nicht gefragt werden. Prüfen Sie die Verbindung und versuchen Sie es erneut; der Code bleibt derselbe.",
                fr: "Le serveur n’a pas pu être interrogé. Vérifiez la connexion et réessayez ; le code reste le même.",
                es:
                    "No se ha podido consultar al servidor. Comprueba la conexión e inténtalo de nuevo; el código sigue siendo el mismo."
            )
        case .newCode:
            Localised(
                en: "Show a new code",
                it: "Mostra un nuovo codice",
                de: "Neuen Code anzeigen",
                fr: "Afficher un nouveau code",
                es: "Mostrar un código nuevo"
            )
        case .recapTitle:
            Localised(
                en: "This will be sent",
                it: "Ecco che cosa verrà inviato",
                de: "Das wird gesendet",
                fr: "Voici ce qui sera envoyé",
                es: "Esto es lo que se enviará"
            )
        case .recapBody:
            Localised(
                en:
                    "Your random codes of the last two weeks. Other phones use them to find out whether they were near yours.",
                it:
                    "I tuoi codici casuali delle ultime due settimane. Gli altri telefoni li usano per capire se erano vicini al tuo.",
                de:
                    "Ihre Zufallscodes der letzten zwei Wochen. Andere Telefone prüfen damit, ob sie in der Nähe Ihres Telefons waren.",
                fr:
                    "Vos codes aléatoires des deux dernières semaines. Les autres téléphones vérifient ainsi s’ils étaient près du vôtre.",
                es:
                    "Tus códigos aleatorios de las dos últimas semanas. Otros teléfonos los usan para saber si estuvieron cerca del tuyo."
            )
        case .recapEpidemiology:
            Localised(
                en:
                    "Your province and, if you were near people who tested positive, for how long and how close. This helps to understand the epidemic.",
                it:
                    "La tua provincia e, se persone positive ti sono state vicino, per quanto tempo e a che distanza. Aiuta a capire l’epidemia.",
                de:
                    "Ihre Provinz und, falls positiv getestete Menschen in Ihrer Nähe waren, wie lange und wie nah. Das hilft, die Epidemie zu verstehen.",
                fr:
                    "Votre province et, si des personnes testées positives ont été près de vous, combien de temps et à quelle distance. Cela aide à comprendre l’épidémie.",
                es:
                    "Tu provincia y, si estuvieron cerca de ti personas que dieron positivo, cuánto tiempo y a qué distancia. Ayuda a entender la epidemia."
            )
        case .recapNothingElse:
            Localised(
                en: "Not sent: your name, your number, your location, whom you met.",
                it: "Non vengono inviati: il tuo nome, il tuo numero, la tua posizione, chi hai incontrato.",
                de: "Nicht gesendet werden: Ihr Name, Ihre Nummer, Ihr Standort und wem Sie begegnet sind.",
                fr: "Ne sont pas envoyés : votre nom, votre numéro, votre position, vos rencontres.",
                es: "No se envían: tu nombre, tu número, tu ubicación ni a quién has visto."
            )
        case .leaving:
            Localised(
                en: "If you go back, this code becomes invalid and you need a new one.",
                it: "Se torni indietro, questo codice viene abbandonato e te ne serve uno nuovo.",
                de: "Wenn Sie zurückgehen, verfällt dieser Code, und Sie brauchen einen neuen.",
                fr: "Si vous revenez en arrière, ce code est abandonné et il vous en faudra un nouveau.",
                es: "Si vuelves atrás, este código se descarta y necesitarás otro."
            )
        case .send: Localised(en: "Send", it: "Invia", de: "Senden", fr: "Envoyer", es: "Enviar")
        case .sending:
            Localised(
                en: "Sending …",
                it: "Invio in corso …",
                de: "Wird gesendet …",
                fr: "Envoi en cours …",
                es: "Enviando …"
            )
        case .consentRefused:
            Localised(
                en: "You did not agree, so nothing was sent. If you change your mind, try again.",
                it: "Non hai dato il consenso, quindi non è stato inviato nulla. Se cambi idea, riprova.",
                de:
                    "Sie haben nicht zugestimmt, deshalb wurde nichts gesendet. Wenn Sie es sich anders überlegen, versuchen Sie es erneut.",
                fr: "Vous n’avez pas donné votre accord : rien n’a été envoyé. Si vous changez d’avis, réessayez.",
                es: "No has dado tu permiso, así que no se ha enviado nada. Si cambias de idea, inténtalo de nuevo."
            )
        case .keysUnavailable:
            Localised(
                en: "The app could not get your random codes from the phone, so nothing was sent this time. Exposure "
                    + "notifications and Bluetooth must be on, and some storage must be free. Then try again with the same code.",
                it:
                    "L’app non ha ottenuto i codici casuali dal telefono: questa volta non è stato inviato nulla. Servono "
                    + "notifiche di esposizione e Bluetooth attivi e un po’ di memoria libera. Poi riprova con lo stesso "
                    + "codice.",
                de: "Die App bekam Ihre Zufallscodes nicht vom Telefon; diesmal wurde nichts gesendet. "
                    + "Begegnungs\u{AD}mitteilungen und Bluetooth müssen eingeschaltet und etwas Speicher frei sein. Versuchen "
                    + "Sie es dann mit demselben Code erneut.",
                fr: "L’app n’a pas pu obtenir vos codes aléatoires : rien n’a été envoyé cette fois. Les notifications "
                    + "d’exposition et le Bluetooth doivent être activés, et un peu de mémoire libre. Réessayez ensuite "
                    + "avec le même code.",
                es:
                    "La app no ha obtenido tus códigos aleatorios del teléfono; esta vez no se ha enviado nada. Activa las "
                    + "notificaciones de exposición y el Bluetooth, y deja algo de memoria libre. Después inténtalo con "
                    + "el mismo código."
            )
        case .unsent:
            Localised(
                en: "There was no connection, so nothing was sent. Check it and try again.",
                it: "Non c’era connessione: non è stato inviato nulla. Controllala e riprova.",
                de:
                    "Es bestand keine Verbindung, deshalb wurde nichts gesendet. Prüfen Sie sie und versuchen Sie es erneut.",
                fr: "Il n’y avait pas de connexion : rien n’a été envoyé. Vérifiez-la et réessayez.",
                es: "No había conexión, así que no se ha enviado nada. Compruébala e inténtalo de nuevo."
            )
        case .unanswered:
            Localised(
                en: "No answer came. Please try again: nothing is counted twice.",
                it: "Non è arrivata risposta. Riprova: nulla viene contato due volte.",
                de: "Es kam keine Antwort. Bitte versuchen Sie es erneut: Es wird nichts doppelt gezählt.",
                fr: "Aucune réponse reçue. Réessayez : rien n’est compté deux fois.",
                es: "No ha llegado respuesta. Inténtalo de nuevo: nada se cuenta dos veces."
            )
        case .tryAgain:
            Localised(en: "Try again", it: "Riprova", de: "Erneut versuchen", fr: "Réessayer", es: "Intentar de nuevo")
        case .uncertain:
            Localised(
                en:
                    "Your data may have arrived: the answer was lost, and this code can no longer be used. To be sure, "
                    + "send them again with a new code. Sending twice does no harm.",
                it:
                    "I tuoi dati potrebbero essere arrivati: la risposta è andata persa e il codice non è più utilizzabile. Per "
                    + "sicurezza inviali di nuovo con un nuovo codice. Un doppio invio non fa danni.",
                de:
                    "Ihre Daten sind vielleicht angekommen: Die Antwort ging verloren, und der Code ist nicht mehr nutzbar. Um "
                    + "sicher zu sein, senden Sie sie mit einem neuen Code noch einmal. Doppelt zu senden schadet nicht.",
                fr:
                    "Vos données sont peut-être arrivées : la réponse s’est perdue et le code n’est plus utilisable. Pour "
                    + "en être sûr, renvoyez-les avec un nouveau code. Un double envoi ne fait pas de mal.",
                es:
                    "Puede que tus datos hayan llegado: la respuesta se perdió y el código ya no se puede usar. Para mayor "
                    + "seguridad, envíalos otra vez con un código nuevo. Enviarlos dos veces no hace daño."
            )
        case .expired:
            Localised(
                en: "This code has expired. Show a new one and read it to the health worker.",
                it: "Il tempo di questo codice è scaduto. Mostrane uno nuovo e dettalo all’operatore sanitario.",
                de: "Die Zeit dieses Codes ist abgelaufen. Zeigen Sie einen neuen an und lesen Sie ihn vor.",
                fr: "Ce code n’est plus valable. Affichez-en un nouveau et dictez-le au soignant.",
                es: "El tiempo de este código ha terminado. Muestra uno nuevo y díctalo al personal sanitario."
            )
        case .failed:
            Localised(
                en: "The data was not accepted. Please contact customer support.",
                it: "I dati non sono stati accettati. Contatta l’assistenza.",
                de: "Die Daten wurden nicht angenommen. Bitte wenden Sie sich an den Kundendienst.",
                fr: "Les données n’ont pas été acceptées. Contactez l’assistance.",
                es: "Los datos no se han aceptado. Ponte en contacto con la asistencia."
            )
        case .sentTitle: Localised(en: "Thank you", it: "Grazie", de: "Danke", fr: "Merci", es: "Gracias")
        case .sentBody:
            Localised(
                en:
                    "Your codes were sent. People who were near you can now be warned, and nobody learns that it was you.",
                it:
                    "I tuoi codici sono stati inviati. Chi ti è stato vicino ora può essere avvisato, e nessuno saprà che sei tu.",
                de:
                    "Ihre Codes sind gesendet. Wer in Ihrer Nähe war, kann nun gewarnt werden, und niemand erfährt, dass Sie es waren.",
                fr:
                    "Vos codes sont envoyés. Les personnes qui étaient près de vous peuvent être prévenues, sans savoir que c’est vous.",
                es:
                    "Tus códigos se han enviado. Ahora se puede avisar a quienes estuvieron cerca de ti, y nadie sabrá que fuiste tú."
            )
        }
    }
}
