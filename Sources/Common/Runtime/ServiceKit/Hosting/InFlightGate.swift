import Metrics
import Synchronization

/// Counts the requests in progress and refuses those above the limit.
final class InFlightGate: Sendable {
    private let limit: Int
    private let count = Atomic(0)
    private let meter: Meter

    init(limit: Int, metrics: any MetricsFactory) {
        self.limit = limit
        meter = Meter(label: "http_requests_in_flight", dimensions: [], factory: metrics)
    }

    func enter() -> Bool {
        let (_, now) = count.add(1, ordering: .relaxed)
        guard now <= limit else {
            count.subtract(1, ordering: .relaxed)
            return false
        }
        meter.increment()
        return true
    }

    func leave() {
        count.subtract(1, ordering: .relaxed)
        meter.decrement()
    }
}
