import DiagnosisKeyStores
import Logging
import ServiceKit

/// The log events of the Exposure Publication Service: counts, never a key.
enum PublicationEvent: LoggableEvent {
    case published(PublicationJob.Outcome)
    case cleaned(CleanupJob.Outcome)

    /// The level of an event. Keys that were deleted without publication concern the operator, because publication did
    /// not run.
    var level: Logger.Level {
        switch self {
        case .published: .info
        case .cleaned(let outcome):
            outcome.deleted.unpublishedKeys > 0 ? .error : outcome.tracesErased ? .info : .warning
        }
    }

    var name: String {
        switch self {
        case .published: "published"
        case .cleaned: "cleaned"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .published(let outcome):
            [("chunks", "\(outcome.chunks.count)"), ("keys", "\(outcome.keyCount)"), ("bytes", "\(outcome.byteCount)")]
        case .cleaned(let outcome):
            [
                ("keys", "\(outcome.deleted.keys)"), ("unpublished_keys", "\(outcome.deleted.unpublishedKeys)"),
                ("chunks", "\(outcome.deleted.chunks)"), ("inbox_entries", "\(outcome.deleted.inboxEntries)"),
                ("rights", "\(outcome.deleted.rights)"), ("traces_erased", "\(outcome.tracesErased)"),
            ]
        }
    }
}
