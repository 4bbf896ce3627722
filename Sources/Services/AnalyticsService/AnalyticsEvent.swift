import Logging
import ServiceKit

/// What the Analytics Service logs: counts over all phones.
enum AnalyticsEvent: LoggableEvent {
    case cleaned(AnalyticsCleanupJob.Outcome)
    case released(ReleaseJob.Outcome)

    var level: Logger.Level {
        switch self {
        case .cleaned(let outcome): outcome.tracesErased ? .info : .warning
        // Days without figures are an operator's business.
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
            [
                ("operational_uploads", "\(outcome.operationalUploads)"),
                ("epidemiological_entries", "\(outcome.epidemiologicalEntries)"),
                ("tokens", "\(outcome.tokens)"), ("traces_erased", "\(outcome.tracesErased)"),
            ]
        case .released(let outcome):
            [
                ("cubes", "\(outcome.released.count)"), ("over_budget", "\(outcome.refused.count)"),
                ("missed_days", "\(outcome.missed.count)"),
            ]
        }
    }
}
