package import DiagnosisKeyStores

/// The rules for every adapter of the exposure database's ports, as checks that report violations. They report instead
/// of failing, so a test can show that a planted fault is found.
package enum ExposureStoresConformance {
    typealias Check = RuleCheck<ExposureStores>

    package static let checks =
        rightChecks + uploadChecks + chunkChecks + paddingChecks + retentionChecks + clockChecks + sequenceChecks
}
