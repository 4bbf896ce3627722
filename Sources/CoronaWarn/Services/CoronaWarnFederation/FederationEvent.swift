import CoronaWarnAPI
import Logging
import ServiceKit

/// The log events of the federation: countries, numbers of batches and counts, never a key.
enum FederationEvent: LoggableEvent {
    case exchanged(FederationJob.Outcome)
    case batchRefused(country: String, FederationJob.Refused)
    /// The run ended before the partner's last batch.
    case stopped(country: String, FederationJob.Problem)

    /// The events of a run.
    static func all(of outcome: FederationJob.Outcome) -> [FederationEvent] {
        [.exchanged(outcome)]
            + outcome.received.flatMap { reception in
                reception.refusals.map { .batchRefused(country: reception.country.text, $0) }
                    + (reception.problem.map { [.stopped(country: reception.country.text, $0)] } ?? [])
            }
    }

    var level: Logger.Level {
        switch self {
        case .exchanged: .info
        case .batchRefused, .stopped: .warning
        }
    }

    var name: String {
        switch self {
        case .exchanged: "federation-exchanged"
        case .batchRefused: "federation-batch-refused"
        case .stopped: "federation-stopped"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .exchanged(let outcome):
            [
                ("made", "\(outcome.made)"), ("batches", "\(outcome.received.reduce(0) { $0 + $1.batches })"),
                ("keys", "\(outcome.received.reduce(0) { $0 + $1.keys })"),
                ("skipped", "\(outcome.received.reduce(0) { $0 + $1.skipped })"),
            ]
        case .batchRefused(let country, let refused):
            [("country", country), ("number", "\(refused.number)"), ("reason", refused.reason.rawValue)]
        case .stopped(let country, let problem): [("country", country), ("reason", "\(problem)")]
        }
    }
}
