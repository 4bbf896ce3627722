/// A condition that must hold at the end of a story.
package struct StoryExpectation: Hashable, Sendable {
    package let text: String
    package let held: Bool

    package init(text: String, held: Bool) {
        (self.text, self.held) = (text, held)
    }
}

/// The end of a story as it is printed: the expectations, and a table.
package struct ClosingTable: Sendable {
    private let expectations: [StoryExpectation]
    private let rows: [Row]

    package struct Row: Sendable {
        let label: String
        let value: String

        package init(_ label: String, _ value: String) {
            (self.label, self.value) = (label, value)
        }
    }

    /// - Parameter duration: how long the story took; the last row.
    package init(_ expectations: [StoryExpectation], rows: [Row], duration: Duration) {
        self.expectations = expectations
        let milliseconds = duration / .milliseconds(1)
        self.rows = rows + [Row("seconds taken", String((milliseconds / 100).rounded() / 10))]
    }

    package func tell(to narrator: Narrator) {
        narrator.line("")
        for expectation in expectations {
            narrator.line("[\(expectation.held ? "as expected" : "NOT AS EXPECTED")] \(expectation.text)")
        }
        narrator.line("")
        let width = rows.map(\.label.count).max() ?? 0
        for row in rows {
            let padding = String(repeating: " ", count: width - row.label.count)
            narrator.line("\(row.label)\(padding)  \(row.value)")
        }
    }
}
