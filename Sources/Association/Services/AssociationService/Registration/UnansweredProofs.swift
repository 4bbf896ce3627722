import Logging
import ServiceKit
import Synchronization

/// Counts registrations whose proof nobody judged, because the service that judges proofs gave no answer.
///
/// The log gets one line for all of a minute: a stranger could otherwise fill it.
final class UnansweredProofs: Sendable {
    private let counter: EventCounter
    private let logger: Logger
    private let untold = Mutex(0)

    init(in registry: MetricsRegistry, logger: Logger) {
        registry.describe(Self.name, as: "Registrations whose proof nobody judged.")
        counter = registry.addCounter(Self.name, dimensions: [])
        self.logger = logger
    }

    func add() {
        counter.increase()
        untold.withLock { $0 += 1 }
    }

    /// Tells the log of those since the last call.
    func tell() {
        let count = untold.withLock { count in
            defer { count = 0 }
            return count
        }
        if count > 0 {
            logger.record(AuthorityEvent.proofsUnanswered(count))
        }
    }

    private static let name = "association_unanswered_proofs_total"
}
