import ExposurePrimitives
import GAENCore
import Stores

/// What every adapter of the exposure database's ports must do, as checks that report violations. They report instead of
/// failing, so that a test can show that a planted fault is found.
package struct StoreConformance: Sendable {
    /// Makes the stores on a fresh, empty database.
    let makeStores: @Sendable () async throws -> ExposureStores

    package init(makeStores: @escaping @Sendable () async throws -> ExposureStores) {
        self.makeStores = makeStores
    }

    /// One rule and the check that proves it.
    struct Check: Sendable {
        let rule: String
        let run: @Sendable (ExposureStores, Report) async throws -> Void
    }

    /// Runs every check, each on stores of its own.
    ///
    /// - Returns: the violations, each beginning with its rule; empty for a conforming adapter.
    package func violations() async -> [String] {
        var violations: [String] = []
        for check in Self.rightChecks + Self.uploadChecks + Self.chunkChecks + Self.paddingChecks
            + Self.retentionChecks
        {
            let report = Report(rule: check.rule)
            do {
                try await check.run(makeStores(), report)
            } catch {
                report.violated("threw \(error)")
            }
            violations += report.violations
        }
        return violations
    }

    /// The rules, for a test that shows each planted fault found by the right one.
    package static var rules: [String] {
        (rightChecks + uploadChecks + chunkChecks + paddingChecks + retentionChecks).map(\.rule)
    }
}
