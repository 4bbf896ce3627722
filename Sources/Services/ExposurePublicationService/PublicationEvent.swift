import Logging
import ServiceKit
import Stores

/// What the Exposure Publication Service logs: counts, never a key.
enum PublicationEvent: LoggableEvent {
    case published(PublicationJob.Outcome)
    case cleaned(DeletedCounts)

    /// Keys that were deleted without having been published are an operator's business: publication did not run.
    var level: Logger.Level {
        switch self {
        case .published: .info
        case .cleaned(let counts): counts.unpublishedKeys > 0 ? .error : .info
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
        case .cleaned(let counts):
            [
                ("keys", "\(counts.keys)"), ("unpublished_keys", "\(counts.unpublishedKeys)"),
                ("chunks", "\(counts.chunks)"), ("inbox_entries", "\(counts.inboxEntries)"),
                ("rights", "\(counts.rights)"),
            ]
        }
    }
}
