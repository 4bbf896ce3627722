import Localisation

/// Texts of the pages of a laboratory's operator that contain a number.
enum LaboratoryPhrase: LocalisedText {
    case fileHint(max: String)
    case tooManyLines(max: String)
    case badLines(count: String)
    case sendAll(count: String)
    case sendRest(count: String)
    case storedCount(count: String)
    case refusedLines(stored: String, count: String)

    var localised: Localised {
        switch self {
        case .fileHint(let max):
            Localised(
                en:
                    "At most \(max) results. The first line names the columns. The program avviso lab send takes larger files.",
                it:
                    "Al massimo \(max) risultati. La prima riga indica le colonne. Per file più grandi c’è il programma avviso lab send.",
                de:
                    "Höchstens \(max) Ergebnisse. Die erste Zeile nennt die Spalten. Größere Dateien nimmt das Programm avviso lab send.",
                fr:
                    "Au plus \(max) résultats. La première ligne nomme les colonnes. Pour de plus grands fichiers : avviso lab send.",
                es:
                    "Como máximo \(max) resultados. La primera línea nombra las columnas. Para archivos mayores: avviso lab send."
            )
        case .tooManyLines(let max):
            Localised(
                en: "The file has more than \(max) results. Use avviso lab send, or divide the file.",
                it: "Il file contiene più di \(max) risultati. Usa avviso lab send o dividi il file.",
                de: "Die Datei hat mehr als \(max) Ergebnisse. Nehmen Sie avviso lab send, oder teilen Sie die Datei.",
                fr: "Le fichier a plus de \(max) résultats. Utilisez avviso lab send ou divisez le fichier.",
                es: "El archivo tiene más de \(max) resultados. Use avviso lab send o divida el archivo."
            )
        case .badLines(let count):
            Localised(
                en: "Lines that cannot be sent: \(count). Correct the file, or send the others without them.",
                it: "Righe che non si possono inviare: \(count). Correggi il file o invia solo le altre.",
                de:
                    "Zeilen, die nicht gesendet werden können: \(count). Korrigieren Sie die Datei, oder senden Sie nur die anderen.",
                fr: "Lignes impossibles à envoyer : \(count). Corrigez le fichier ou envoyez seulement les autres.",
                es: "Líneas que no se pueden enviar: \(count). Corrija el archivo o envíe solo las demás."
            )
        case .sendAll(let count):
            Localised(
                en: "Send all results (\(count))",
                it: "Invia tutti i risultati (\(count))",
                de: "Alle Ergebnisse senden (\(count))",
                fr: "Envoyer tous les résultats (\(count))",
                es: "Enviar todos los resultados (\(count))"
            )
        case .sendRest(let count):
            Localised(
                en: "Send only the other results (\(count))",
                it: "Invia solo gli altri risultati (\(count))",
                de: "Nur die anderen Ergebnisse senden (\(count))",
                fr: "Envoyer seulement les autres résultats (\(count))",
                es: "Enviar solo los demás resultados (\(count))"
            )
        case .storedCount(let count):
            Localised(
                en: "Stored results: \(count).",
                it: "Risultati salvati: \(count).",
                de: "Gespeicherte Ergebnisse: \(count).",
                fr: "Résultats enregistrés : \(count).",
                es: "Resultados guardados: \(count)."
            )
        case .refusedLines(let stored, let count):
            Localised(
                en:
                    "Stored results: \(stored). Refused lines: \(count). What shared a message with them is not stored either.",
                it:
                    "Risultati salvati: \(stored). Righe rifiutate: \(count). Non è salvato neppure ciò che era nello stesso messaggio.",
                de:
                    "Gespeicherte Ergebnisse: \(stored). Abgelehnte Zeilen: \(count). Was in derselben Nachricht war, ist auch nicht gespeichert.",
                fr:
                    "Résultats enregistrés : \(stored). Lignes refusées : \(count). Le reste de leur message n’est pas enregistré non plus.",
                es:
                    "Resultados guardados: \(stored). Líneas rechazadas: \(count). Lo que iba en el mismo mensaje tampoco se guardó."
            )
        }
    }
}
