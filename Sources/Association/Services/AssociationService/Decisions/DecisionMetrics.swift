import ServiceKit
import Synchronization

/// The measurements of decisions about reports.
final class DecisionMetrics: Sendable {
    private let decided: EventCounter
    private let alerts: EventCounter
    private let limited: EventCounter
    private let withoutHandle: EventCounter
    private let held: Mutex<Held>
    private let chart: Mutex<ReportChart?>

    private struct Held {
        var count = 0
        /// Seconds.
        var oldest: Int64 = 0
    }

    init(in registry: MetricsRegistry) {
        func counter(_ name: String, _ help: String) -> EventCounter {
            registry.describe(name, as: help)
            return registry.addCounter(name, dimensions: [])
        }
        decided = counter(
            "association_decided_cases_total",
            "Decisions to warn the people of a report, one for each batch with something new."
        )
        alerts = counter("association_alerts_total", "Alerts for phones, one for each person and day.")
        limited = counter(
            "association_limited_alerts_total",
            "Alerts that the limit of an account left out, at each decision."
        )
        withoutHandle = counter(
            "association_exposures_without_handle_total",
            "Exposures of which no phone is told, because the reporting phone sent no handle, at each decision."
        )
        held = Mutex(Held())
        chart = Mutex(nil)
        registry.describe("association_held_cases", as: "Reports that wait for an operator.")
        registry.addGauge("association_held_cases", dimensions: []) { [weak self] in
            Double(self?.held.withLock(\.count) ?? 0)
        }
        registry.describe("association_oldest_held_case_seconds", as: "The time since the oldest of them is held.")
        registry.addGauge("association_oldest_held_case_seconds", dimensions: []) { [weak self] in
            Double(self?.held.withLock(\.oldest) ?? 0)
        }
        registry.describe(
            "association_people_per_report",
            as: "People that a report of yesterday warned on average; 0 if too few reports are known."
        )
        registry.addGauge("association_people_per_report", dimensions: []) { [weak self] in
            self?.chart.withLock(\.?.mean) ?? 0
        }
        registry.describe("association_people_per_report_limit", as: "The mean above which this is unusual.")
        registry.addGauge("association_people_per_report_limit", dimensions: []) { [weak self] in
            self?.chart.withLock(\.?.limit) ?? 0
        }
    }

    func count(_ outcome: ExposureDecisionJob.Outcome) {
        decided.increase(by: outcome.decided)
        alerts.increase(by: outcome.alerts)
        limited.increase(by: outcome.limited)
        withoutHandle.increase(by: outcome.withoutHandle)
    }

    /// - Parameter ages: of the held cases, in seconds.
    func setHeld(_ ages: [Int64]) {
        held.withLock { $0 = Held(count: ages.count, oldest: ages.max() ?? 0) }
    }

    func setChart(_ chart: ReportChart?) {
        self.chart.withLock { $0 = chart }
    }
}
