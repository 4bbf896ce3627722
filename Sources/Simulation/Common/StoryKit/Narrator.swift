import Synchronization

/// Prints the story line by line, with numbered steps.
package final class Narrator: Sendable {
    private let output: @Sendable (String) -> Void
    private let step = Mutex(0)

    package init(_ output: @escaping @Sendable (String) -> Void) {
        self.output = output
    }

    /// Begins the next step.
    package func step(_ text: String) {
        let number = step.withLock { number in
            number += 1
            return number
        }
        output("\n\(number). \(text)")
    }

    /// Adds to the step.
    package func detail(_ text: String) {
        output("   \(text)")
    }

    package func line(_ text: String) {
        output(text)
    }

    /// `number` with its thousands separated.
    package static func grouped(_ number: Int) -> String {
        var groups: [Substring] = []
        var rest = Substring(String(number))
        while rest.count > 3 {
            groups.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        return ([rest] + groups).joined(separator: " ")
    }
}
