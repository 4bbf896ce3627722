import ImmuniTexts
import Localisation

/// Texts about the outcome of an authorisation.
enum OutcomeText: CaseIterable, LocalisedText {
    case authorised
    case whatNow
    case timeLeft
    case timeIsOver
    case ifNotSent
    case lastTime
    case another
    case live
    case used
    case unavailable

    var localised: Localised {
        switch self {
        case .authorised:
            Localised(
                en: "The code is authorised",
                it: "Il codice è autorizzato",
                de: "Der Code ist freigegeben",
                fr: "Le code est autorisé",
                es: "El código está autorizado"
            )
        case .whatNow:
            Localised(
                en:
                    "Ask the person to tap “\(Self.verify(.english))” now, and to send the data before the time runs out.",
                it:
                    "Chiedi alla persona di toccare ora «\(Self.verify(.italian))» e di inviare i dati prima che scada il tempo.",
                de:
                    "Bitten Sie die Person, jetzt auf „\(Self.verify(.german))“ zu tippen und die Daten zu senden, bevor die Zeit abläuft.",
                fr:
                    "Demandez à la personne d’appuyer maintenant sur « \(Self.verify(.french)) » et d’envoyer les données avant la fin du temps imparti.",
                es:
                    "Pida a la persona que pulse ahora «\(Self.verify(.spanish))» y que envíe los datos antes de que se acabe el tiempo."
            )
        case .timeLeft:
            Localised(
                en: "Time left",
                it: "Tempo rimasto",
                de: "Verbleibende Zeit",
                fr: "Temps restant",
                es: "Tiempo restante"
            )
        case .timeIsOver:
            Localised(
                en: "The time is over",
                it: "Il tempo è scaduto",
                de: "Die Zeit ist abgelaufen",
                fr: "Le temps est écoulé",
                es: "Se ha acabado el tiempo"
            )
        case .ifNotSent:
            Localised(
                en: "If the person has not sent the data, ask for the code that the app shows now, and authorise it.",
                it: "Se la persona non ha inviato i dati, chiedile il codice che l’app mostra adesso e autorizzalo.",
                de:
                    "Wurden die Daten noch nicht gesendet, fragen Sie nach dem Code, den die App jetzt zeigt, und geben Sie diesen frei.",
                fr:
                    "Si la personne n’a pas envoyé les données, demandez-lui le code que l’application affiche maintenant et autorisez-le.",
                es:
                    "Si la persona no ha enviado los datos, pídale el código que la aplicación muestra ahora y autorícelo."
            )
        case .lastTime:
            Localised(
                en: "Show the time of your last authorised code",
                it: "Mostra il tempo dell’ultimo codice autorizzato",
                de: "Die Zeit des zuletzt freigegebenen Codes anzeigen",
                fr: "Afficher le temps du dernier code autorisé",
                es: "Mostrar el tiempo del último código autorizado"
            )
        case .another:
            Localised(
                en: "Authorise another code",
                it: "Autorizza un altro codice",
                de: "Einen weiteren Code freigeben",
                fr: "Autoriser un autre code",
                es: "Autorizar otro código"
            )
        case .live:
            Localised(
                en: "This code is authorised already and its time is running. The person can send the data now.",
                it: "Questo codice è già autorizzato e il suo tempo sta scorrendo. La persona può inviare i dati ora.",
                de:
                    "Dieser Code ist bereits freigegeben, und seine Zeit läuft. Die Person kann die Daten jetzt senden.",
                fr: "Ce code est déjà autorisé et son temps s’écoule. La personne peut envoyer les données maintenant.",
                es: "Este código ya está autorizado y su tiempo corre. La persona puede enviar los datos ahora."
            )
        case .used:
            Localised(
                en: "This code was already used to send data. For another upload, the app shows a new code.",
                it:
                    "Questo codice è stato usato: con esso sono stati inviati dei dati. Per un nuovo invio l’app mostra un nuovo codice.",
                de:
                    "Dieser Code wurde verwendet: Mit ihm wurden Daten gesendet. Für eine weitere Übermittlung zeigt die App einen neuen Code.",
                fr:
                    "Ce code a été utilisé : des données ont été envoyées avec lui. Pour un nouvel envoi, l’application affiche un nouveau code.",
                es:
                    "Este código ya se usó: se enviaron datos con él. Para otro envío, la aplicación muestra un código nuevo."
            )
        case .unavailable:
            Localised(
                en: "The server could not confirm the authorisation. Wait a moment and try the same code again.",
                it:
                    "Il server non ha potuto confermare l’autorizzazione. Attendi un momento e riprova con lo stesso codice.",
                de:
                    "Der Server konnte die Freigabe nicht bestätigen. Warten Sie einen Moment und versuchen Sie es mit demselben Code erneut.",
                fr:
                    "Le serveur n’a pas pu confirmer l’autorisation. Attendez un instant, puis réessayez avec le même code.",
                es:
                    "El servidor no pudo confirmar la autorización. Espere un momento e inténtelo de nuevo con el mismo código."
            )
        }
    }

    /// The app's button, by its label.
    private static func verify(_ language: Language) -> String { UploadText.verify.text(in: language) }
}
