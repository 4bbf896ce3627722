/// A range of decibels in a form for people. It leaves out which of its ends belong to it.
package enum ShownRange: Equatable {
    /// From zero on.
    case below(String)
    case between(String, String)
    case from(String)

    /// - Parameter text: `<55`, `>=73`, or the mathematical notation `[55, 73)`; anything else is nil.
    package init?(_ text: String) {
        if text.hasPrefix("<") {
            self = .below(String(text.dropFirst()))
        } else if text.hasPrefix(">=") {
            self = .from(String(text.dropFirst(2)))
        } else {
            let ends = text.dropFirst().dropLast().split(separator: ", ").map(String.init)
            guard ends.count == 2 else {
                return nil
            }
            self = ends[0] == "0" ? .below(ends[1]) : .between(ends[0], ends[1])
        }
    }
}
