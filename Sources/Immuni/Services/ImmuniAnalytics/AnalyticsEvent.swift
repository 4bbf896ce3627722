import Logging
import ServiceKit

/// The log events of the Analytics Service. They never contain the number of uploads: that is a figure, and figures are
/// only released with noise.
enum AnalyticsEvent: LoggableEvent {
    case cleaned(AnalyticsCleanupJob.Outcome)
    case released(ReleaseJob.Outcome)

    var level: Logger.Level {
        switch self {
        case .cleaned(let outcome): outcome.tracesErased ? .info : .warning
        // Days without figures need the operator's attention.
        case .released(let outcome): outcome.refused.isEmpty && outcome.missed.isEmpty ? .info : .warning
        }
    }

    var name: String {
        switch self {
        case .cleaned: "analytics-cleaned"
        case .released: "analytics-released"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .cleaned(let outcome):
            [("oldest_day", "\(outcome.oldestDay)"), ("traces_erased", "\(outcome.tracesErased)")]
        case .released(let outcome):
            [
                ("cubes", "\(outcome.released.count)"), ("over_budget", "\(outcome.refused.count)"),
                ("missed_days", "\(outcome.missed.count)"),
            ]
        }
    }
}
