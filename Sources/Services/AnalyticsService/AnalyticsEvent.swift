import Logging
import ServiceKit

/// What the Analytics Service logs: counts over all phones.
enum AnalyticsEvent: LoggableEvent {
    case cleaned(AnalyticsCleanupJob.Outcome)

    var level: Logger.Level {
        switch self {
        case .cleaned(let outcome): outcome.tracesErased ? .info : .warning
        }
    }

    var name: String { "analytics-cleaned" }

    var fields: [(name: String, value: String)] {
        switch self {
        case .cleaned(let outcome):
            [
                ("operational_uploads", "\(outcome.operationalUploads)"),
                ("epidemiological_entries", "\(outcome.epidemiologicalEntries)"),
                ("tokens", "\(outcome.tokens)"), ("traces_erased", "\(outcome.tracesErased)"),
            ]
        }
    }
}
