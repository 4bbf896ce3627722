import ServiceKit

/// The measurements of the verification service.
///
/// Registrations, results and TANs have none of their own: the metrics of their routes count dummies as well. A number
/// of genuine requests would tell on a quiet day which request of the network was genuine.
struct VerificationMetrics: Sendable {
    /// TeleTANs that operators got.
    let issued: EventCounter
    /// Requests of operators beyond the hourly limit or within their pause.
    let limited: EventCounter
    /// TeleTANs that were unknown, used or expired.
    let wrong: EventCounter
    /// TeleTANs that were not looked up, because too many wrong ones came before.
    let held: EventCounter

    init(in registry: MetricsRegistry) {
        func counter(_ label: String, _ outcome: String) -> EventCounter {
            registry.addCounter(label, dimensions: [("outcome", outcome)])
        }
        registry.describe(Self.requests, as: "TeleTANs that operators asked for.")
        registry.describe(Self.refusals, as: "Registrations whose teleTAN opened nothing.")
        issued = counter(Self.requests, "issued")
        limited = counter(Self.requests, "limited")
        wrong = counter(Self.refusals, "wrong")
        held = counter(Self.refusals, "held")
    }

    private static let requests = "verification_teletan_requests_total"
    private static let refusals = "verification_refused_teletans_total"
}
