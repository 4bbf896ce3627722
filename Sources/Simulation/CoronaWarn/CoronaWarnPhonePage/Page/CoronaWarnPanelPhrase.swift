import Localisation

/// Texts of the panel that contain a value.
enum CoronaWarnPanelPhrase: Hashable, LocalisedText {
    /// The number of a sheet, from 1.
    case flyer(number: Int)
    case scan(number: Int)
    case drawing(number: Int)
    /// What the laboratory delivered last.
    case delivered(number: Int, result: String)
    /// What the hotline gave last.
    case given(teleTAN: String)

    var localised: Localised {
        switch self {
        case .flyer(let number):
            Localised(
                en: "Sheet \(number)",
                it: "Foglio \(number)",
                de: "Blatt \(number)",
                fr: "Feuille \(number)",
                es: "Hoja \(number)"
            )
        case .scan(let number):
            Localised(
                en: "Scan sheet \(number)",
                it: "Scansiona il foglio \(number)",
                de: "Blatt \(number) scannen",
                fr: "Scanner la feuille \(number)",
                es: "Escanear la hoja \(number)"
            )
        case .drawing(let number):
            Localised(
                en: "Code of sheet \(number)",
                it: "Codice del foglio \(number)",
                de: "Code von Blatt \(number)",
                fr: "Code de la feuille \(number)",
                es: "Código de la hoja \(number)"
            )
        case .delivered(let number, let result):
            Localised(
                en: "Delivered for sheet \(number): \(result)",
                it: "Consegnato per il foglio \(number): \(result)",
                de: "Geliefert für Blatt \(number): \(result)",
                fr: "Transmis pour la feuille \(number) : \(result)",
                es: "Entregado para la hoja \(number): \(result)"
            )
        case .given(let teleTAN):
            Localised(
                en: "The TeleTAN is \(teleTAN)",
                it: "La TeleTAN è \(teleTAN)",
                de: "Die TeleTAN ist \(teleTAN)",
                fr: "La TeleTAN est \(teleTAN)",
                es: "La TeleTAN es \(teleTAN)"
            )
        }
    }
}
