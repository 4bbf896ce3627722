public import Localisation

/// Texts of the entry of a test, and why a code cannot be used.
public enum ScanText: CaseIterable, LocalisedText {
    case body
    case code
    case birthDate
    case birthDateUse
    case register
    case replaces
    case busy
    case otherWays
    case teleTAN
    case codeLost
    case newPhone
    case retrievalDeclined
    case tooLong
    case otherCode
    case malformed
    case otherVersion
    case impossibleBirthDate
    case birthDateNotAsked

    public var localised: Localised {
        switch self {
        case .body:
            Localised(
                en:
                    "Scan the code on the sheet that you were given, or type its text. With “Register” you agree that this app gets the result.",
                it:
                    "Scansiona il codice sul foglio che hai ricevuto o scrivine il testo. Con «Registra» accetti che questa app riceva il risultato.",
                de:
                    "Scannen Sie den Code auf Ihrem Blatt oder geben Sie seinen Text ein. Mit „Registrieren“ stimmen Sie zu, dass diese App das Ergebnis bekommt.",
                fr:
                    "Scannez le code de la feuille que vous avez reçue, ou saisissez son texte. Avec « Enregistrer », vous acceptez que l’application reçoive le résultat.",
                es:
                    "Escanea el código de la hoja que te dieron o escribe su texto. Con «Registrar» aceptas que esta aplicación reciba el resultado."
            )
        case .code:
            Localised(
                en: "Text of the code",
                it: "Testo del codice",
                de: "Text des Codes",
                fr: "Texte du code",
                es: "Texto del código"
            )
        case .birthDate:
            Localised(
                en: "Date of birth, only if your sheet asks for it",
                it: "Data di nascita, solo se il foglio la chiede",
                de: "Geburtsdatum, nur wenn Ihr Blatt danach fragt",
                fr: "Date de naissance, seulement si la feuille la demande",
                es: "Fecha de nacimiento, solo si la hoja la pide"
            )
        case .birthDateUse:
            Localised(
                en:
                    "The date itself does not leave the phone. The server gets a number that was calculated from code and date.",
                it: "La data non lascia il telefono. Il server riceve un numero calcolato da codice e data.",
                de:
                    "Das Datum selbst verlässt das Telefon nicht. Der Server bekommt eine Zahl, die aus Code und Datum berechnet ist.",
                fr:
                    "La date ne quitte pas le téléphone. Le serveur reçoit un nombre calculé à partir du code et de la date.",
                es:
                    "La fecha no sale del teléfono. El servidor recibe un número calculado a partir del código y la fecha."
            )
        case .register:
            Localised(en: "Register", it: "Registra", de: "Registrieren", fr: "Enregistrer", es: "Registrar")
        case .replaces:
            Localised(
                en: "You already have a test here. A new one takes its place.",
                it: "Qui hai già un test. Un nuovo test prende il suo posto.",
                de: "Sie haben hier schon einen Test. Ein neuer nimmt seinen Platz ein.",
                fr: "Vous avez déjà un test ici. Un nouveau prendra sa place.",
                es: "Ya tienes una prueba aquí. Una nueva ocupará su lugar."
            )
        case .busy:
            Localised(
                en: "A test is waiting for its registration. After that you can add another.",
                it: "Un test attende la registrazione. Poi potrai aggiungerne un altro.",
                de: "Ein Test wartet auf seine Registrierung. Danach können Sie einen weiteren hinzufügen.",
                fr: "Un test attend son enregistrement. Ensuite, vous pourrez en ajouter un autre.",
                es: "Una prueba espera su registro. Después podrás añadir otra."
            )
        case .otherWays:
            Localised(
                en: "No code, or another way?",
                it: "Nessun codice, o un’altra strada?",
                de: "Kein Code, oder ein anderer Weg?",
                fr: "Pas de code, ou un autre chemin ?",
                es: "¿Sin código, o de otra forma?"
            )
        case .teleTAN:
            Localised(
                en: "I have a TeleTAN from the hotline",
                it: "Ho una TeleTAN dal servizio telefonico",
                de: "Ich habe eine TeleTAN von der Hotline",
                fr: "J’ai une TeleTAN de l’aide téléphonique",
                es: "Tengo una TeleTAN de la línea de ayuda"
            )
        case .codeLost:
            Localised(
                en: "I have lost the code, or never had one",
                it: "Ho perso il codice o non l’ho mai avuto",
                de: "Der Code ist verloren, oder es gab keinen",
                fr: "J’ai perdu le code, ou je n’en ai jamais eu",
                es: "He perdido el código o nunca lo tuve"
            )
        case .newPhone:
            Localised(
                en: "My test is on another phone",
                it: "Il mio test è su un altro telefono",
                de: "Mein Test ist auf einem anderen Telefon",
                fr: "Mon test est sur un autre téléphone",
                es: "Mi prueba está en otro teléfono"
            )
        case .retrievalDeclined:
            Localised(
                en: "I did not want the result in the app",
                it: "Non volevo il risultato nell’app",
                de: "Ich wollte das Ergebnis nicht in der App",
                fr: "Je n’ai pas voulu du résultat ici",
                es: "No quería el resultado en la aplicación"
            )
        case .tooLong:
            Localised(
                en: "This text is too long for the code of a test.",
                it: "Questo testo è troppo lungo per il codice di un test.",
                de: "Dieser Text ist zu lang für den Code eines Tests.",
                fr: "Ce texte est trop long pour le code d’un test.",
                es: "Este texto es demasiado largo para el código de una prueba."
            )
        case .otherCode:
            Localised(
                en:
                    "This is not the code of a test. Please use the code on the sheet that you were given with the test.",
                it: "Questo non è il codice di un test. Usa il codice sul foglio ricevuto con il test.",
                de:
                    "Das ist kein Code eines Tests. Bitte nehmen Sie den Code auf dem Blatt, das Sie beim Test bekommen haben.",
                fr: "Ce n’est pas le code d’un test. Utilisez le code de la feuille reçue avec le test.",
                es: "Este no es el código de una prueba. Usa el código de la hoja que te dieron con la prueba."
            )
        case .malformed:
            Localised(
                en:
                    "This looks like the code of a test, but something is missing or damaged. Please try again with the whole code.",
                it: "Sembra il codice di un test, ma manca qualcosa o è danneggiato. Riprova con il codice completo.",
                de:
                    "Das sieht aus wie der Code eines Tests, aber es fehlt etwas oder ist beschädigt. Bitte versuchen Sie es noch einmal mit dem ganzen Code.",
                fr:
                    "Cela ressemble au code d’un test, mais il est incomplet ou endommagé. Réessayez avec le code entier.",
                es:
                    "Parece el código de una prueba, pero falta algo o está dañado. Inténtalo de nuevo con el código completo."
            )
        case .otherVersion:
            Localised(
                en: "This code is of a newer kind. Please update the app and try again.",
                it: "Questo codice è di un tipo più recente. Aggiorna l’app e riprova.",
                de:
                    "Dieser Code ist von einer neueren Art. Bitte aktualisieren Sie die App und versuchen Sie es noch einmal.",
                fr: "Ce code est d’un type plus récent. Mettez l’application à jour et réessayez.",
                es: "Este código es de un tipo más reciente. Actualiza la aplicación y vuelve a intentarlo."
            )
        case .impossibleBirthDate:
            Localised(
                en: "This date of birth cannot be right. Please check it.",
                it: "Questa data di nascita non può essere giusta. Controllala.",
                de: "Dieses Geburtsdatum kann nicht stimmen. Bitte prüfen Sie es.",
                fr: "Cette date de naissance ne peut pas être juste. Vérifiez-la.",
                es: "Esta fecha de nacimiento no puede ser correcta. Compruébala."
            )
        case .birthDateNotAsked:
            Localised(
                en: "This code already has everything that is needed. Please leave the date of birth empty.",
                it: "Questo codice contiene già tutto il necessario. Lascia vuota la data di nascita.",
                de: "Dieser Code enthält schon alles Nötige. Bitte lassen Sie das Geburtsdatum leer.",
                fr: "Ce code contient déjà tout ce qu’il faut. Laissez la date de naissance vide.",
                es: "Este código ya contiene todo lo necesario. Deja vacía la fecha de nacimiento."
            )
        }
    }
}
