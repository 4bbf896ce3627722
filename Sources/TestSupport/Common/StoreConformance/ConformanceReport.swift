import Synchronization

/// Collects the violations of one rule.
package final class ConformanceReport: Sendable {
    private let rule: String
    private let found = Mutex<[String]>([])

    package init(rule: String) {
        self.rule = rule
    }

    package var violations: [String] { found.withLock { $0 } }

    package func violated(_ explanation: String) {
        found.withLock { $0.append("\(rule): \(explanation)") }
    }

    package func expect(_ condition: Bool, _ explanation: @autoclosure () -> String) {
        if !condition {
            violated(explanation())
        }
    }

    package func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) {
        expect(value == expected, "\(what) is \(value), not \(expected)")
    }
}
