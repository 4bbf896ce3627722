import CoronaWarnAPI
import Localisation

/// Texts of the pages of a laboratory's operator.
enum LaboratoryText: CaseIterable, LocalisedText {
    case site
    case title
    case laboratory
    case one
    case kind
    case pcr
    case rapid
    case pointOfCare
    case code
    case codeHint
    case result
    case chooseResult
    case pending
    case negative
    case positive
    case invalid
    case redeemed
    case birthDate
    case birthDateHint
    case send
    case stored
    case nothingSent
    case file
    case fileKind
    case fileField
    case preview
    case previewTitle
    case previewGood
    case counts
    case number
    case problems
    case line
    case problem
    case otherFile
    case sentTitle
    case fileMissing
    case fileEmpty
    case noColumns
    case carriedUnreadable
    case noLaboratory
    case revoked
    case unavailable

    var localised: Localised {
        switch self {
        case .site, .title, .laboratory, .one, .send, .stored, .nothingSent: ofOne
        case .kind, .pcr, .rapid, .pointOfCare, .code, .codeHint, .birthDate, .birthDateHint: ofFields
        case .result, .chooseResult, .pending, .negative, .positive, .invalid, .redeemed: ofResults
        case .file, .fileKind, .fileField, .preview, .previewTitle, .previewGood: ofFiles
        case .counts, .number, .problems, .line, .problem, .otherFile, .sentTitle: ofTables
        case .fileMissing, .fileEmpty, .noColumns, .carriedUnreadable, .noLaboratory, .revoked, .unavailable: ofRefusal
        }
    }
}

extension LaboratoryText {
    private var ofOne: Localised {
        switch self {
        case .site:
            Localised(
                en: "Avviso for laboratories",
                it: "Avviso per i laboratori",
                de: "Avviso für Labore",
                fr: "Avviso pour les laboratoires",
                es: "Avviso para laboratorios"
            )
        case .title:
            Localised(
                en: "Send results",
                it: "Invia risultati",
                de: "Ergebnisse senden",
                fr: "Envoyer des résultats",
                es: "Enviar resultados"
            )
        case .laboratory:
            Localised(
                en: "Laboratory:",
                it: "Laboratorio:",
                de: "Labor:",
                fr: "Laboratoire :",
                es: "Laboratorio emisor:"
            )
        case .one:
            Localised(en: "One result", it: "Un risultato", de: "Ein Ergebnis", fr: "Un résultat", es: "Un resultado")
        case .send:
            Localised(
                en: "Send the result",
                it: "Invia il risultato",
                de: "Das Ergebnis senden",
                fr: "Envoyer le résultat",
                es: "Enviar el resultado"
            )
        case .stored:
            Localised(
                en: "The result is stored. The person’s app can ask for it now.",
                it: "Il risultato è salvato. L’app della persona può chiederlo adesso.",
                de: "Das Ergebnis ist gespeichert. Die App der Person kann es jetzt abrufen.",
                fr: "Le résultat est enregistré. L’application de la personne peut le demander.",
                es: "El resultado está guardado. La aplicación de la persona ya puede pedirlo."
            )
        default:
            Localised(
                en: "Nothing was sent yet. Please correct the marked fields.",
                it: "Non è stato ancora inviato nulla. Correggi i campi segnalati.",
                de: "Es wurde noch nichts gesendet. Bitte korrigieren Sie, was markiert ist.",
                fr: "Rien n’a encore été envoyé. Corrigez les champs signalés.",
                es: "Todavía no se ha enviado nada. Corrija lo señalado."
            )
        }
    }

    private var ofFields: Localised {
        switch self {
        case .kind:
            Localised(
                en: "Kind of test",
                it: "Tipo di test",
                de: "Art des Tests",
                fr: "Type de test",
                es: "Tipo de prueba"
            )
        case .pcr:
            Localised(
                en: "PCR in the laboratory",
                it: "PCR in laboratorio",
                de: "PCR im Labor",
                fr: "PCR au laboratoire",
                es: "PCR en el laboratorio"
            )
        case .rapid:
            Localised(en: "Rapid test", it: "Test rapido", de: "Schnelltest", fr: "Test rapide", es: "Prueba rápida")
        case .pointOfCare:
            Localised(
                en: "PCR at the counter",
                it: "PCR sul posto",
                de: "PCR vor Ort",
                fr: "PCR sur place",
                es: "PCR en el lugar"
            )
        case .code:
            Localised(
                en: "Code of the sheet",
                it: "Codice del foglio",
                de: "Code auf dem Blatt",
                fr: "Code de la feuille",
                es: "Código de la hoja"
            )
        case .codeHint:
            Localised(
                en: "Scan it, or type it: 6-8-4-4-4-12 characters. A rapid test has a hash of 64 characters.",
                it: "Scansionalo o digitalo: 6-8-4-4-4-12 caratteri. Un test rapido ha un hash di 64 caratteri.",
                de: "Scannen oder eingeben: 6-8-4-4-4-12 Zeichen. Ein Schnelltest hat einen Hash aus 64 Zeichen.",
                fr: "Scannez-le ou saisissez-le : 6-8-4-4-4-12 caractères. Un test rapide a 64 caractères.",
                es: "Escanéelo o escríbalo: 6-8-4-4-4-12 caracteres. Una prueba rápida tiene 64 caracteres."
            )
        case .birthDate:
            Localised(
                en: "Birth date, if the sheet asks for it",
                it: "Data di nascita, se il foglio la chiede",
                de: "Geburtsdatum, wenn das Blatt danach fragt",
                fr: "Date de naissance, si la feuille la demande",
                es: "Fecha de nacimiento, si la hoja la pide"
            )
        default:
            Localised(
                en: "For PCR only. It is mixed into the code and not kept.",
                it: "Solo per PCR. Viene mescolata al codice e non conservata.",
                de: "Nur bei PCR. Es fließt in den Code ein und wird nicht gespeichert.",
                fr: "Pour PCR seulement. Elle est mêlée au code et n’est pas conservée.",
                es: "Solo para PCR. Se mezcla con el código y no se guarda."
            )
        }
    }

    private var ofResults: Localised {
        switch self {
        case .result: Localised(en: "Result", it: "Risultato", de: "Ergebnis", fr: "Résultat", es: "Resultado")
        case .chooseResult:
            Localised(
                en: "Choose the result",
                it: "Scegli il risultato",
                de: "Ergebnis wählen",
                fr: "Choisissez le résultat",
                es: "Elija el resultado"
            )
        case .pending:
            Localised(
                en: "Not known yet (not for PCR)",
                it: "Non ancora noto (non per PCR)",
                de: "Noch nicht bekannt (nicht bei PCR)",
                fr: "Pas encore connu (pas pour PCR)",
                es: "Todavía no se sabe (no para PCR)"
            )
        case .negative: Localised(en: "Negative", it: "Negativo", de: "Negativ", fr: "Négatif", es: "Negativa")
        case .positive: Localised(en: "Positive", it: "Positivo", de: "Positiv", fr: "Positif", es: "Positiva")
        case .invalid:
            Localised(
                en: "Invalid: repeat the test",
                it: "Non valido: ripetere il test",
                de: "Ungültig: Test wiederholen",
                fr: "Non valable : refaire le test",
                es: "No válida: repetir la prueba"
            )
        default:
            Localised(
                en: "No longer told",
                it: "Non più comunicato",
                de: "Nicht mehr mitgeteilt",
                fr: "Plus communiqué",
                es: "Ya no se comunica"
            )
        }
    }

    private var ofFiles: Localised {
        switch self {
        case .file:
            Localised(
                en: "A file of results",
                it: "Un file di risultati",
                de: "Eine Datei mit Ergebnissen",
                fr: "Un fichier de résultats",
                es: "Un archivo de resultados"
            )
        case .fileKind:
            Localised(
                en: "Kind of test, if the file does not name it",
                it: "Tipo di test, se il file non lo indica",
                de: "Art des Tests, wenn die Datei keine nennt",
                fr: "Type de test, si le fichier ne l’indique pas",
                es: "Tipo de prueba, si el archivo no lo indica"
            )
        case .fileField:
            Localised(en: "CSV file", it: "File CSV", de: "CSV-Datei", fr: "Fichier CSV", es: "Archivo CSV")
        case .preview:
            Localised(
                en: "Check the file",
                it: "Controlla il file",
                de: "Die Datei prüfen",
                fr: "Vérifier le fichier",
                es: "Comprobar el archivo"
            )
        case .previewTitle:
            Localised(
                en: "Nothing is sent yet",
                it: "Non è stato ancora inviato nulla",
                de: "Noch ist nichts gesendet",
                fr: "Rien n’est encore envoyé",
                es: "Todavía no se ha enviado nada"
            )
        default:
            Localised(
                en: "Every line of the file can be sent.",
                it: "Ogni riga del file può essere inviata.",
                de: "Jede Zeile der Datei kann gesendet werden.",
                fr: "Chaque ligne du fichier peut être envoyée.",
                es: "Cada línea del archivo puede enviarse."
            )
        }
    }

    private var ofTables: Localised {
        switch self {
        case .counts:
            Localised(
                en: "Results that can be sent",
                it: "Risultati che possono essere inviati",
                de: "Ergebnisse, die gesendet werden können",
                fr: "Résultats qui peuvent être envoyés",
                es: "Resultados que pueden enviarse"
            )
        case .number: Localised(en: "Count", it: "Quantità", de: "Anzahl", fr: "Nombre", es: "Cantidad")
        case .problems:
            Localised(
                en: "Lines that are not sent",
                it: "Righe che non vengono inviate",
                de: "Zeilen, die nicht gesendet werden",
                fr: "Lignes qui ne sont pas envoyées",
                es: "Líneas que no se envían"
            )
        case .line: Localised(en: "Line", it: "Riga", de: "Zeile", fr: "Ligne", es: "Línea")
        case .problem:
            Localised(
                en: "What is wrong",
                it: "Che cosa non va",
                de: "Was nicht stimmt",
                fr: "Ce qui ne va pas",
                es: "Qué está mal"
            )
        case .otherFile:
            Localised(
                en: "Send other results",
                it: "Invia altri risultati",
                de: "Andere Ergebnisse senden",
                fr: "Envoyer d’autres résultats",
                es: "Enviar otros resultados"
            )
        default:
            Localised(
                en: "The results were sent",
                it: "I risultati sono stati inviati",
                de: "Die Ergebnisse wurden gesendet",
                fr: "Les résultats ont été envoyés",
                es: "Los resultados se han enviado"
            )
        }
    }

    private var ofRefusal: Localised {
        switch self {
        case .fileMissing:
            Localised(
                en: "Choose a file.",
                it: "Scegli un file.",
                de: "Wählen Sie eine Datei.",
                fr: "Choisissez un fichier.",
                es: "Elija un archivo."
            )
        case .fileEmpty:
            Localised(
                en: "The file has no results.",
                it: "Il file non contiene risultati.",
                de: "Die Datei hat keine Ergebnisse.",
                fr: "Le fichier ne contient aucun résultat.",
                es: "El archivo no tiene resultados."
            )
        case .noColumns:
            Localised(
                en: "The first line must name the columns: code, result, and birth_date, sampled_at, kind if used.",
                it: "La prima riga deve indicare le colonne: code, result e, se usate, birth_date, sampled_at, kind.",
                de:
                    "Die erste Zeile muss die Spalten nennen: code, result und, wenn es sie gibt, birth_date, sampled_at, kind.",
                fr:
                    "La première ligne doit nommer les colonnes : code, result et, au besoin, birth_date, sampled_at, kind.",
                es:
                    "La primera línea debe nombrar las columnas: code, result y, si se usan, birth_date, sampled_at, kind."
            )
        case .carriedUnreadable:
            Localised(
                en: "These results cannot be read. Nothing was sent. Please check the file again.",
                it: "Questi risultati non si possono leggere. Non è stato inviato nulla. Controlla di nuovo il file.",
                de: "Diese Ergebnisse sind nicht lesbar. Es wurde nichts gesendet. Bitte prüfen Sie die Datei erneut.",
                fr: "Ces résultats sont illisibles. Rien n’a été envoyé. Vérifiez de nouveau le fichier.",
                es: "Estos resultados no se pueden leer. No se ha enviado nada. Compruebe el archivo otra vez."
            )
        case .noLaboratory:
            Localised(
                en: "Your account names no laboratory. Ask those who look after the accounts.",
                it: "Il tuo account non indica alcun laboratorio. Rivolgiti a chi gestisce gli account.",
                de: "Ihr Konto nennt kein Labor. Fragen Sie die Verantwortlichen für die Konten.",
                fr: "Votre compte ne nomme aucun laboratoire. Adressez-vous à ceux qui gèrent les comptes.",
                es: "Su cuenta no nombra ningún laboratorio. Pregunte a quien administra las cuentas."
            )
        case .revoked:
            Localised(
                en: "The laboratory is blocked. Nothing more was stored. Call the authority.",
                it: "Il laboratorio è bloccato. Non è stato salvato altro. Chiama l’autorità.",
                de: "Das Labor ist gesperrt. Es wurde nichts weiter gespeichert. Rufen Sie die Behörde an.",
                fr: "Le laboratoire est bloqué. Rien de plus n’a été enregistré. Appelez l’autorité.",
                es: "El laboratorio está bloqueado. No se guardó nada más. Llame a la autoridad."
            )
        default:
            Localised(
                en: "The server could not confirm this. Wait a moment and send the same again: it counts once.",
                it:
                    "Il server non ha potuto confermare. Attendi un momento e invia di nuovo lo stesso: conta una volta.",
                de:
                    "Der Server konnte das nicht bestätigen. Warten Sie kurz, und senden Sie dasselbe erneut: Es zählt einmal.",
                fr:
                    "Le serveur n’a pas pu confirmer. Attendez un instant et renvoyez la même chose : elle compte une fois.",
                es: "El servidor no pudo confirmarlo. Espere un momento y envíe lo mismo otra vez: cuenta una vez."
            )
        }
    }
}

extension TestKind {
    var name: LaboratoryText {
        switch self {
        case .pcr: .pcr
        case .rapid: .rapid
        case .pointOfCare: .pointOfCare
        }
    }
}

extension TestOutcome {
    var name: LaboratoryText {
        switch self {
        case .pending: .pending
        case .negative: .negative
        case .positive: .positive
        case .invalid: .invalid
        case .redeemed: .redeemed
        }
    }
}
