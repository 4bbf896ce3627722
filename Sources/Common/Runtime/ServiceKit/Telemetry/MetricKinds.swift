import CoreMetrics
import Synchronization

/// A sum that only grows.
final class CounterMetric: CounterHandler {
    private let value = Atomic<Int64>(0)

    func increment(by amount: Int64) {
        value.wrappingAdd(amount, ordering: .relaxed)
    }

    func reset() {
        value.store(0, ordering: .relaxed)
    }

    var total: Int64 { value.load(ordering: .relaxed) }
}

/// The latest value.
final class GaugeMetric: MeterHandler, RecorderHandler {
    private let state = Mutex(0.0)

    func set(_ value: Int64) { set(Double(value)) }

    func set(_ value: Double) {
        state.withLock { $0 = value }
    }

    func increment(by amount: Double) {
        state.withLock { $0 += amount }
    }

    func decrement(by amount: Double) {
        state.withLock { $0 -= amount }
    }

    func record(_ value: Int64) { set(Double(value)) }
    func record(_ value: Double) { set(value) }

    var value: Double { state.withLock { $0 } }
}

/// Durations by upper bound, in seconds.
final class HistogramMetric: TimerHandler {
    struct Buckets {
        var counts = [Int64](repeating: 0, count: HistogramMetric.bounds.count)
        var count: Int64 = 0
        var sum = 0.0
    }

    static let bounds = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10]

    private let state = Mutex(Buckets())

    func recordNanoseconds(_ duration: Int64) {
        let seconds = Double(duration) / 1_000_000_000
        state.withLock { buckets in
            if let index = Self.bounds.firstIndex(where: { seconds <= $0 }) {
                buckets.counts[index] += 1
            }
            buckets.count += 1
            buckets.sum += seconds
        }
    }

    var buckets: Buckets { state.withLock { $0 } }
}

extension MetricsRegistry.Metric {
    func write(name: String, labels: String, to text: inout String) {
        switch self {
        case .counter(let counter):
            text += "\(name)\(labels) \(counter.total)\n"
        case .gauge(let gauge):
            text += "\(name)\(labels) \(PrometheusText.number(gauge.value))\n"
        case .observed(let observe):
            text += "\(name)\(labels) \(PrometheusText.number(observe()))\n"
        case .histogram(let histogram):
            let buckets = histogram.buckets
            var cumulative: Int64 = 0
            for (bound, count) in zip(HistogramMetric.bounds, buckets.counts) {
                cumulative += count
                let bucket = PrometheusText.labels(labels, adding: "le", PrometheusText.number(bound))
                text += "\(name)_bucket\(bucket) \(cumulative)\n"
            }
            text += "\(name)_bucket\(PrometheusText.labels(labels, adding: "le", "+Inf")) \(buckets.count)\n"
            text += "\(name)_sum\(labels) \(PrometheusText.number(buckets.sum))\n"
            text += "\(name)_count\(labels) \(buckets.count)\n"
        }
    }
}
