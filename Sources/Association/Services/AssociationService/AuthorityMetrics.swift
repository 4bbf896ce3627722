import AssociationProtocol
import ServiceKit

/// The measurements of the authority. The reasons why contacts are refused are here alone: no answer tells them.
struct AuthorityMetrics: Sendable {
    private let refusals: [ValidationRefusal: EventCounter]

    init(in registry: MetricsRegistry) {
        registry.describe(Self.name, as: "Records and batches of reports that failed a step of the validation.")
        refusals = Dictionary(
            uniqueKeysWithValues: ValidationRefusal.allCases.map { refusal in
                (refusal, registry.addCounter(Self.name, dimensions: [("reason", refusal.rawValue)]))
            }
        )
    }

    func count(_ refusal: ValidationRefusal) {
        refusals[refusal]?.increase()
    }

    private static let name = "association_refused_records_total"
}
