import Localisation

/// Numbers in a form for people.
enum ShownNumber {
    /// With two decimals at most, and the decimal mark of the language.
    static func text(_ number: Double, in language: Language) -> String {
        let hundredths = Int((number * 100).rounded())
        let (whole, rest) = (hundredths / 100, hundredths % 100)
        guard rest > 0 else {
            return "\(whole)"
        }
        let mark = language == .english ? "." : ","
        return "\(whole)\(mark)" + (rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")
    }
}
