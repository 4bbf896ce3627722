import ServiceKit

/// The measurements of reports on their way to other authorities.
struct ForwardingMetrics: Sendable {
    private let taken: EventCounter
    private let refused: EventCounter
    private let failed: EventCounter
    private let expired: EventCounter

    init(in registry: MetricsRegistry) {
        let name = "association_forwarded_reports_total"
        registry.describe(name, as: "Attempts to give contacts to the authority of another country or state.")
        func counter(_ outcome: String) -> EventCounter {
            registry.addCounter(name, dimensions: [("outcome", outcome)])
        }
        (taken, refused) = (counter("taken"), counter("refused"))
        (failed, expired) = (counter("failed"), counter("expired"))
    }

    func count(_ outcome: Forwarding.Outcome) {
        taken.increase(by: outcome.taken)
        refused.increase(by: outcome.refused)
        failed.increase(by: outcome.failed)
        expired.increase(by: outcome.expired)
    }
}
