import ImmuniAPI
import Localisation

/// Texts of the health worker's pages that contain a value.
enum CodePhrase: LocalisedText {
    /// - Parameter count: the number, or the placeholder that the page's script replaces.
    case codeLength(String)
    /// - Parameter character: a character that cannot be part of a code; the page's script replaces `{character}`.
    case codeUnknown(String)
    case dayHint(String, String)
    case dayOutside(String, String)
    case secondsLeft(String)

    var localised: Localised {
        switch self {
        case .codeLength(let count):
            Localised(
                en: "A code has ten characters; you typed \(count).",
                it: "Un codice ha dieci caratteri; qui sono \(count).",
                de: "Ein Code hat zehn Zeichen; das sind \(count).",
                fr: "Un code compte dix caractères ; il y en a \(count).",
                es: "Un código tiene diez caracteres; aquí hay \(count)."
            )
        case .codeUnknown(let character):
            Localised(
                en:
                    "“\(character)” is never part of a code, because it is easily misheard. Codes use \(Self.alphabet).",
                it:
                    "«\(character)» non compare mai in un codice, perché si confonde facilmente. Sono possibili \(Self.alphabet).",
                de:
                    "„\(character)“ kommt in keinem Code vor, weil es leicht verwechselt wird. Möglich sind \(Self.alphabet).",
                fr:
                    "« \(character) » n’apparaît jamais dans un code, car on le confond facilement. Sont possibles \(Self.alphabet).",
                es:
                    "«\(character)» nunca forma parte de un código, porque se confunde fácilmente. Son posibles \(Self.alphabet)."
            )
        case .dayHint(let first, let last):
            Localised(
                en: "Without symptoms, the day of the test. From \(first) to \(last).",
                it: "Se non ce ne sono, il giorno del test. Dal \(first) al \(last).",
                de: "Wenn es keine gibt, der Tag des Tests. Vom \(first) bis zum \(last).",
                fr: "S’il n’y en a pas, le jour du test. Du \(first) au \(last).",
                es: "Si no los hay, el día de la prueba. Del \(first) al \(last)."
            )
        case .dayOutside(let first, let last):
            Localised(
                en: "The day must be from \(first) to \(last).",
                it: "Il giorno deve essere compreso tra il \(first) e il \(last).",
                de: "Der Tag muss vom \(first) bis zum \(last) liegen.",
                fr: "Le jour doit être compris entre le \(first) et le \(last).",
                es: "El día debe estar entre el \(first) y el \(last)."
            )
        case .secondsLeft(let seconds):
            Localised(
                en: "\(seconds) seconds left",
                it: "Restano \(seconds) secondi",
                de: "Noch \(seconds) Sekunden",
                fr: "Il reste \(seconds) secondes",
                es: "Quedan \(seconds) segundos"
            )
        }
    }

    private static let alphabet = OneTimePassword.alphabet.map { String(UnicodeScalar($0)) }.joined(separator: " ")
}
