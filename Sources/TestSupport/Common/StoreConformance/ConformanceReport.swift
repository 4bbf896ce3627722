import Synchronization

/// Collects the violations of one rule.
final class ConformanceReport: Sendable {
    private let rule: String
    private let found = Mutex<[String]>([])

    init(rule: String) {
        self.rule = rule
    }

    var violations: [String] { found.withLock { $0 } }

    func violated(_ explanation: String) {
        found.withLock { $0.append("\(rule): \(explanation)") }
    }

    func expect(_ condition: Bool, _ explanation: @autoclosure () -> String) {
        if !condition {
            violated(explanation())
        }
    }

    func expectEqual<Value: Equatable>(_ value: Value, _ expected: Value, _ what: String) {
        expect(value == expected, "\(what) is \(value), not \(expected)")
    }
}
