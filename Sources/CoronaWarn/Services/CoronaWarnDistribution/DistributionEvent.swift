import Logging
import ServiceKit

/// The log events of the distribution service: counts, never a key.
enum DistributionEvent: LoggableEvent {
    case distributed(DistributionJob.Outcome)
    case cleaned(DeletedRows)
    /// The number of keys of one region that have waited for more than a day.
    case keysWaiting(count: Int)

    /// Keys that were deleted without publication concern the operator: too few came together, or no job ran.
    var level: Logger.Level {
        switch self {
        case .distributed: .info
        case .keysWaiting: .warning
        case .cleaned(let rows): rows.unpublishedKeys > 0 || !rows.tracesErased ? .warning : .info
        }
    }

    var name: String {
        switch self {
        case .distributed: "distributed"
        case .cleaned: "keys-cleaned"
        case .keysWaiting: "keys-waiting"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .distributed(let outcome):
            [
                ("chunks", "\(outcome.published.files)"), ("keys", "\(outcome.published.keys)"),
                ("packages", "\(outcome.tree.packages)"), ("indexes", "\(outcome.tree.indexes)"),
                ("deleted", "\(outcome.tree.deleted)"), ("configurations", "\(outcome.configurations)"),
            ]
        case .keysWaiting(let count): [("count", "\(count)")]
        case .cleaned(let rows):
            [
                ("keys", "\(rows.keys)"), ("unpublished_keys", "\(rows.unpublishedKeys)"),
                ("chunks", "\(rows.chunks)"), ("traces_erased", "\(rows.tracesErased)"),
            ]
        }
    }
}
