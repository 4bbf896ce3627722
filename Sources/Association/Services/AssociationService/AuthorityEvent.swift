import Logging
import ServiceKit

/// The log events of the authority. None names an account, a contact or a case.
enum AuthorityEvent: LoggableEvent, Hashable {
    case cleaned(AuthorityRetentionJob.Outcome)
    case indexed(intervals: Int)
    /// Registrations of about a minute whose proof nobody judged.
    case proofsUnanswered(Int)

    var level: Logger.Level {
        switch self {
        case .cleaned(let outcome): outcome.tracesErased ? .info : .warning
        case .indexed: .info
        case .proofsUnanswered: .error
        }
    }

    var name: String {
        switch self {
        case .cleaned: "association-cleaned"
        case .indexed: "client-ids-indexed"
        case .proofsUnanswered: "registration-proofs-unanswered"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .cleaned(let outcome):
            [("rows", "\(outcome.rows)"), ("keys", "\(outcome.keys)"), ("traces_erased", "\(outcome.tracesErased)")]
        case .indexed(let intervals): [("intervals", "\(intervals)")]
        case .proofsUnanswered(let count): [("count", "\(count)")]
        }
    }
}
