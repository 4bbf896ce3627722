package import CoreMetrics
import Synchronization

/// A metrics backend that keeps everything in memory and writes it as Prometheus text.
///
/// It is an argument (`Counter(label:dimensions:factory:)`) and is not installed for the whole process, so many hosts
/// can be in one process. Creating a metric twice gives the same metric.
package final class MetricsRegistry: MetricsFactory {
    enum Metric {
        case counter(CounterMetric)
        case gauge(GaugeMetric)
        case histogram(HistogramMetric)
        /// A gauge whose value is read at each output.
        case observed(@Sendable () -> Double)
    }

    struct Family {
        let type: String
        var help: String?
        var metrics: [String: Metric] = [:]
    }

    private struct State {
        var families: [String: Family] = [:]
        var help: [String: String] = [:]
    }

    private let state = Mutex(State())
    private let labels: [(String, String)]

    /// - Parameter labels: the first labels of every metric.
    package init(labels: [(String, String)] = []) {
        self.labels = labels
    }

    /// Sets the HELP line of the metric with this label.
    package func describe(_ label: String, as help: String) {
        state.withLock { $0.help[PrometheusText.name(label)] = help }
    }

    /// Adds a gauge. `observe` gives its value at each output.
    package func addGauge(_ label: String, dimensions: [(String, String)], observe: @escaping @Sendable () -> Double) {
        _ = metric(PrometheusText.name(label), dimensions, type: "gauge") { .observed(observe) }
    }

    /// Everything in the Prometheus text format 0.0.4, sorted by name and labels.
    package func prometheusText() -> String {
        let (families, help) = state.withLock { ($0.families, $0.help) }
        var text = ""
        for (name, family) in families.sorted(by: { $0.key < $1.key }) {
            if let help = help[name] {
                text += "# HELP \(name) \(PrometheusText.escapedHelp(help))\n"
            }
            text += "# TYPE \(name) \(family.type)\n"
            for (labels, metric) in family.metrics.sorted(by: { $0.key < $1.key }) {
                metric.write(name: name, labels: labels, to: &text)
            }
        }
        return text
    }

    package func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        let made = metric(PrometheusText.name(label), dimensions, type: "counter") { .counter(CounterMetric()) }
        if case .counter(let counter) = made { return counter }
        return CounterMetric()
    }

    package func makeMeter(label: String, dimensions: [(String, String)]) -> any MeterHandler {
        gauge(label, dimensions)
    }

    package func makeRecorder(label: String, dimensions: [(String, String)], aggregate: Bool) -> any RecorderHandler {
        gauge(label, dimensions)
    }

    package func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        let made = metric(PrometheusText.name(label) + "_seconds", dimensions, type: "histogram") {
            .histogram(HistogramMetric())
        }
        if case .histogram(let histogram) = made { return histogram }
        return HistogramMetric()
    }

    // Metrics live as long as the registry, because all their labels are known when a process starts.
    package func destroyCounter(_ handler: any CounterHandler) {}
    package func destroyMeter(_ handler: any MeterHandler) {}
    package func destroyRecorder(_ handler: any RecorderHandler) {}
    package func destroyTimer(_ handler: any TimerHandler) {}

    private func gauge(_ label: String, _ dimensions: [(String, String)]) -> GaugeMetric {
        let made = metric(PrometheusText.name(label), dimensions, type: "gauge") { .gauge(GaugeMetric()) }
        if case .gauge(let gauge) = made { return gauge }
        return GaugeMetric()
    }

    /// The metric with this name and these labels, created if it is new. If another type has the name already, the
    /// metric is not registered: it works and is not shown.
    private func metric(_ name: String, _ dimensions: [(String, String)], type: String, make: () -> Metric) -> Metric {
        let labels = PrometheusText.labels(labels + dimensions)
        return state.withLock { state in
            var family = state.families[name] ?? Family(type: type)
            if let known = family.metrics[labels] {
                return known
            }
            let made = make()
            if family.type == type {
                family.metrics[labels] = made
                state.families[name] = family
            }
            return made
        }
    }
}
