import AssociationProtocol
import ServiceKit
import Synchronization

/// The measurements of reports. The reasons why contacts are refused are here alone: no answer tells them.
struct ReportMetrics: Sendable {
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

    /// Notes that another batch waits.
    func setWaiting(_ count: Int) {
        waiting.set(count)
    }

    /// Notes how many batches wait, unless one arrives while they are counted.
    func setWaiting(countedBy count: () async throws -> Int) async rethrows {
        let changes = waiting.changes
        waiting.set(try await count(), after: changes)
    }

    func count(_ refusal: ValidationRefusal) {
        refusals[refusal]?.increase()
    }

    private static let name = "association_refused_records_total"
    private static let waitingName = "association_waiting_batches"
}

private final class WaitingCount: Sendable {
    private let value = Mutex((count: 0, changes: 0))

    var count: Int { value.withLock(\.count) }
    /// How often it was set.
    var changes: Int { value.withLock(\.changes) }

    func set(_ count: Int) {
        value.withLock { $0 = (count, $0.changes + 1) }
    }

    /// Sets it unless it was set since there were so many `changes`.
    func set(_ count: Int, after changes: Int) {
        value.withLock { value in
            if value.changes == changes {
                value = (count, changes + 1)
            }
        }
    }
}
