import CoronaWarnPorts
import Logging
import ServiceKit

/// The log events of the laboratory service. None names a test or a laboratory.
enum LaboratoryEvent: LoggableEvent {
    case retained(ResultRetentionJob.Outcome)

    var level: Logger.Level {
        switch self {
        case .retained(let outcome): outcome.tracesErased ? .info : .warning
        }
    }

    var name: String { "results-retained" }

    var fields: [(name: String, value: String)] {
        switch self {
        case .retained(let outcome):
            [
                ("redeemed", "\(outcome.results.redeemed)"), ("deleted", "\(outcome.results.deleted)"),
                ("traces_erased", "\(outcome.tracesErased)"),
            ]
        }
    }
}
