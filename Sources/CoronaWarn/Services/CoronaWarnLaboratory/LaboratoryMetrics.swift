import CoronaWarnAPI
import ServiceKit

/// The measurements of the laboratory service. None tells an outcome or a laboratory.
struct LaboratoryMetrics: Sendable {
    private let results: [TestKind: EventCounter]

    init(in registry: MetricsRegistry) {
        registry.describe(Self.label, as: "Results in accepted batches, repeated ones included.")
        results = Dictionary(
            uniqueKeysWithValues: TestKind.allCases.map { kind in
                (kind, registry.addCounter(Self.label, dimensions: [("kind", kind.metricLabel)]))
            }
        )
    }

    func count(_ batch: ResultBatch) {
        results[batch.kind]?.increase(by: batch.results.count)
    }

    private static let label = "laboratory_results_total"
}

extension TestKind {
    fileprivate var metricLabel: String {
        switch self {
        case .pcr: "pcr"
        case .rapid: "rapid"
        case .pointOfCare: "point-of-care"
        }
    }
}
