import Localisation

/// Texts of the hotline's pages that contain a value.
enum HotlinePhrase: LocalisedText {
    case left(String, of: String)
    case next(seconds: String)
    case pause(seconds: String)
    case valid(duration: String, end: String)
    case limited(seconds: String, time: String)

    var localised: Localised {
        switch self {
        case .left(let left, let all):
            Localised(
                en: "All operators together: \(left) of \(all) teleTANs are left in this hour.",
                it: "Tutti gli operatori insieme: in quest’ora restano \(left) teleTAN su \(all).",
                de: "Alle zusammen: In dieser Stunde sind noch \(left) von \(all) teleTANs übrig.",
                fr: "Tous les opérateurs ensemble : il reste \(left) teleTAN sur \(all) pour cette heure.",
                es: "Entre todos los operadores: en esta hora quedan \(left) de \(all) teleTAN."
            )
        case .next(let seconds):
            Localised(
                en: "You can give the next one in \(seconds) seconds.",
                it: "Puoi dare il prossimo tra \(seconds) secondi.",
                de: "Sie können die nächste in \(seconds) Sekunden ausgeben.",
                fr: "Vous pouvez donner le prochain dans \(seconds) secondes.",
                es: "Puede dar el siguiente dentro de \(seconds) segundos."
            )
        case .pause(let seconds):
            Localised(
                en: "One operator gives at most one every \(seconds) seconds.",
                it: "Un operatore ne dà al massimo uno ogni \(seconds) secondi.",
                de: "Eine Person gibt höchstens alle \(seconds) Sekunden eine aus.",
                fr: "Un opérateur en donne au plus un toutes les \(seconds) secondes.",
                es: "Un operador da como máximo uno cada \(seconds) segundos."
            )
        case .valid(let duration, let end):
            Localised(
                en: "for \(duration), until \(end)",
                it: "per \(duration), fine: \(end)",
                de: "\(duration) lang, bis \(end)",
                fr: "pendant \(duration), fin : \(end)",
                es: "durante \(duration), hasta \(end)"
            )
        case .limited(let seconds, let time):
            Localised(
                en: "No teleTAN was given, because a limit is reached. Try again in \(seconds) seconds, at \(time).",
                it:
                    "Non è stato dato nessun teleTAN, perché è raggiunto un limite. Riprova tra \(seconds) secondi, alle \(time).",
                de:
                    "Es wurde keine teleTAN ausgegeben, weil eine Grenze erreicht ist. Versuchen Sie es in \(seconds) Sekunden erneut, um \(time).",
                fr:
                    "Aucun teleTAN n’a été donné, car une limite est atteinte. Réessayez dans \(seconds) secondes, à \(time).",
                es:
                    "No se dio ningún teleTAN, porque se alcanzó un límite. Inténtelo de nuevo dentro de \(seconds) segundos, a las \(time)."
            )
        }
    }
}
