package import SQLiteTesting

/// One rule of a port, and the check that tests it on an adapter made for it alone.
package struct RuleCheck<Subject>: Sendable {
    package let rule: String
    package let run: @Sendable (Subject, ConformanceReport) async throws -> Void

    package init(rule: String, run: @escaping @Sendable (Subject, ConformanceReport) async throws -> Void) {
        (self.rule, self.run) = (rule, run)
    }
}

extension Sequence {
    /// Runs every check.
    ///
    /// - Returns: the violations, each beginning with its rule; empty for a conforming adapter.
    package func violations<Subject>(
        on makeSubject: @Sendable () async throws -> Subject
    ) async -> [String] where Element == RuleCheck<Subject> {
        var violations: [String] = []
        for check in self {
            let report = ConformanceReport(rule: check.rule)
            do {
                try await check.run(makeSubject(), report)
            } catch {
                report.violated("threw \(error)")
            }
            violations += report.violations
        }
        return violations
    }

    /// The planted mistakes that their rules do not find, and the rules that find one where there is none. `faults` has
    /// the mistakes by the names of their rules.
    ///
    /// - Parameter makeSubject: makes an adapter that makes the mistake; nil for one without.
    package func overlooked<Subject>(
        _ faults: [String: [SQLFault]],
        on makeSubject: @Sendable (SQLFault?) async throws -> Subject
    ) async -> [String] where Element == RuleCheck<Subject> {
        var overlooked = Set(faults.keys).subtracting(map(\.rule)).map { "no rule: \($0)" }
        for check in self where faults[check.rule] != nil {
            overlooked += await [check].violations { try await makeSubject(nil) }
            for fault in faults[check.rule, default: []] {
                let violations = await [check].violations { try await makeSubject(fault) }
                // A statement that the engine refuses is no mistake of a store.
                if violations.allSatisfy({ $0.contains(": threw ") }) {
                    overlooked.append("\(fault.name): \(violations)")
                }
            }
        }
        return overlooked
    }
}
