import AssociationProtocol
import ServiceKit
import Synchronization

/// The measurements of the authority. The reasons why contacts are refused are here alone: no answer tells them.
struct AuthorityMetrics: Sendable {
    /// The number of batches that wait for their validation.
    private let waiting = WaitingCount()
    private let refusals: [ValidationRefusal: EventCounter]

    init(in registry: MetricsRegistry) {
        registry.describe(Self.waitingName, as: "Batches of reports that wait for their validation.")
        registry.addGauge(Self.waitingName, dimensions: []) { [waiting] in Double(waiting.count) }
        registry.describe(Self.name, as: "Records and batches of reports that failed a step of the validation.")
        refusals = Dictionary(
            uniqueKeysWithValues: ValidationRefusal.allCases.map { refusal in
                (refusal, registry.addCounter(Self.name, dimensions: [("reason", refusal.rawValue)]))
            }
        )
    }

    func setWaiting(_ count: Int) {
        waiting.set(count)
    }

    func count(_ refusal: ValidationRefusal) {
        refusals[refusal]?.increase()
    }

    private static let name = "association_refused_records_total"
    private static let waitingName = "association_waiting_batches"
}

private final class WaitingCount: Sendable {
    private let value = Mutex(0)

    var count: Int { value.withLock(\.self) }

    func set(_ count: Int) {
        value.withLock { $0 = count }
    }
}
