import CoreMetrics
import Metrics

/// A number of a service that only grows, from 0 at the start of the process.
package struct EventCounter: Sendable {
    private let counter: Counter

    fileprivate init(_ counter: Counter) {
        self.counter = counter
    }

    package func increase(by count: Int = 1) {
        counter.increment(by: Int64(count))
    }
}

extension MetricsRegistry {
    /// Adds a counter. Its labels must be known when the process starts, and none may single a person out.
    package func addCounter(_ label: String, dimensions: [(String, String)]) -> EventCounter {
        EventCounter(Counter(label: label, dimensions: dimensions, factory: self))
    }
}
