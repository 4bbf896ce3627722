import LaboratoryFiles
import Localisation

/// Why a line is not sent, for the laboratory's operator. It never has a part of the line.
struct LineProblemText: LocalisedText {
    private let problem: LineProblem

    init(_ problem: LineProblem) {
        self.problem = problem
    }

    var localised: Localised {
        switch problem {
        case .malformed, .unknownKind, .code, .rapidCode, .result, .notInStacks: ofCode
        case .birthDate, .birthDateOfRapidTest, .sampleTime, .sampleInFuture: ofTime
        case .repeats, .conflict, .refused: ofServer
        }
    }
}

extension LineProblemText {
    private var ofCode: Localised {
        switch problem {
        case .malformed:
            Localised(
                en: "It does not have the fields of the first line.",
                it: "Non ha i campi della prima riga.",
                de: "Sie hat nicht die Felder der ersten Zeile.",
                fr: "Elle n’a pas les champs de la première ligne.",
                es: "No tiene los campos de la primera línea."
            )
        case .unknownKind:
            Localised(
                en: "The kind is none of pcr, quicktest and pocnat.",
                it: "Il tipo non è pcr, quicktest o pocnat.",
                de: "Die Art ist weder pcr noch quicktest noch pocnat.",
                fr: "Le type n’est ni pcr, ni quicktest, ni pocnat.",
                es: "El tipo no es pcr, quicktest ni pocnat."
            )
        case .rapidCode:
            Localised(
                en: "This is no hash of a rapid test: 64 digits 0 to 9 and letters a to f.",
                it: "Non è l’hash di un test rapido: 64 cifre da 0 a 9 e lettere da a a f.",
                de: "Das ist kein Hash eines Schnelltests: 64 Ziffern 0 bis 9 und Buchstaben a bis f.",
                fr: "Ce n’est pas le hash d’un test rapide : 64 chiffres de 0 à 9 et lettres de a à f.",
                es: "No es el hash de una prueba rápida: 64 cifras de 0 a 9 y letras de la a a la f."
            )
        case .result:
            Localised(
                en: "This kind of test has no such result.",
                it: "Questo tipo di test non ha un tale risultato.",
                de: "Diese Art von Test hat kein solches Ergebnis.",
                fr: "Ce type de test n’a pas un tel résultat.",
                es: "Este tipo de prueba no tiene ese resultado."
            )
        case .notInStacks:
            Localised(
                en: "The code is in no given manifest.",
                it: "Il codice non è in nessun elenco indicato.",
                de: "Der Code steht in keinem angegebenen Verzeichnis.",
                fr: "Le code ne figure dans aucune liste indiquée.",
                es: "El código no está en ninguna lista indicada."
            )
        default:
            Localised(
                en: "This is no code of a sheet: 6-8-4-4-4-12 digits 0 to 9 and letters a to f.",
                it: "Non è il codice di un foglio: 6-8-4-4-4-12 cifre da 0 a 9 e lettere da a a f.",
                de: "Das ist kein Code eines Blattes: 6-8-4-4-4-12 Ziffern 0 bis 9 und Buchstaben a bis f.",
                fr: "Ce n’est pas le code d’une feuille : 6-8-4-4-4-12 chiffres de 0 à 9 et lettres de a à f.",
                es: "No es el código de una hoja: 6-8-4-4-4-12 cifras de 0 a 9 y letras de la a a la f."
            )
        }
    }

    private var ofTime: Localised {
        switch problem {
        case .birthDate:
            Localised(
                en: "The birth date is no past day, such as 1990-05-31.",
                it: "La data di nascita non è un giorno passato, per esempio 1990-05-31.",
                de: "Das Geburtsdatum ist kein vergangener Tag wie 1990-05-31.",
                fr: "La date de naissance n’est pas un jour passé, comme 1990-05-31.",
                es: "La fecha de nacimiento no es un día pasado, como 1990-05-31."
            )
        case .birthDateOfRapidTest:
            Localised(
                en: "Only a PCR test has a birth date.",
                it: "Solo un test PCR ha la data di nascita.",
                de: "Nur ein PCR-Test hat ein Geburtsdatum.",
                fr: "Seul un test PCR a une date de naissance.",
                es: "Solo una prueba PCR tiene fecha de nacimiento."
            )
        case .sampleTime:
            Localised(
                en: "The time of the sample is none, such as 2026-11-20T08:30:00Z.",
                it: "L’ora del prelievo non è valida, per esempio 2026-11-20T08:30:00Z.",
                de: "Die Zeit der Probe ist keine wie 2026-11-20T08:30:00Z.",
                fr: "L’heure du prélèvement n’a pas la bonne forme : date, heure et fuseau, comme dans l’aide.",
                es: "La hora de la muestra no es válida, como 2026-11-20T08:30:00Z."
            )
        default:
            Localised(
                en: "The time of the sample is in the future.",
                it: "L’ora del prelievo è nel futuro.",
                de: "Die Zeit der Probe liegt in der Zukunft.",
                fr: "L’heure du prélèvement est dans le futur.",
                es: "La hora de la muestra está en el futuro."
            )
        }
    }

    private var ofServer: Localised {
        switch problem {
        case .repeats(let line):
            Localised(
                en: "Line \(line) is about the same test.",
                it: "La riga \(line) riguarda lo stesso test.",
                de: "Zeile \(line) betrifft denselben Test.",
                fr: "La ligne \(line) concerne le même test.",
                es: "La línea \(line) trata de la misma prueba."
            )
        case .conflict:
            Localised(
                en: "The server has another final result of this test, or the test is another laboratory’s.",
                it:
                    "Il server ha già un altro risultato definitivo di questo test, oppure il test è di un altro laboratorio.",
                de: "Der Server hat schon ein anderes endgültiges Ergebnis, oder der Test gehört einem anderen Labor.",
                fr: "Le serveur a déjà un autre résultat final de ce test, ou le test est d’un autre laboratoire.",
                es: "El servidor ya tiene otro resultado final de esta prueba, o la prueba es de otro laboratorio."
            )
        default:
            Localised(
                en: "The server does not accept the line.",
                it: "Il server non accetta la riga.",
                de: "Der Server nimmt die Zeile nicht an.",
                fr: "Le serveur n’accepte pas la ligne.",
                es: "El servidor no acepta la línea."
            )
        }
    }
}
