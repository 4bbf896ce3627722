package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore

/// The rules for every adapter of the exposure database's ports, as checks that report violations. They report instead
/// of failing, so a test can show that a planted fault is found.
package struct ExposureStoresConformance: Sendable {
    /// Makes the stores on a fresh, empty database.
    let makeStores: @Sendable () async throws -> ExposureStores

    package init(makeStores: @escaping @Sendable () async throws -> ExposureStores) {
        self.makeStores = makeStores
    }

    typealias Check = RuleCheck<ExposureStores>

    /// - Returns: the violations, each beginning with its rule; empty for a conforming adapter.
    package func violations() async -> [String] {
        await Self.checks.violations(on: makeStores)
    }

    /// The names of the rules. A test uses them to check that the right rule finds each planted fault.
    package static var rules: [String] { checks.map(\.rule) }

    private static var checks: [Check] {
        rightChecks + uploadChecks + chunkChecks + paddingChecks + retentionChecks + clockChecks + sequenceChecks
    }
}
