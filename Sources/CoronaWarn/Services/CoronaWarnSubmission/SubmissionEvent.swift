import Logging
import ServiceKit

/// The log events of the submission service. None names an upload.
enum SubmissionEvent: LoggableEvent, Hashable {
    /// The verification service was not reached after the keys of an upload were stored.
    case unconfirmed
    /// The number of rows that the job deleted.
    case cleaned(rows: Int)

    var level: Logger.Level {
        switch self {
        case .unconfirmed: .warning
        case .cleaned: .info
        }
    }

    var name: String {
        switch self {
        case .unconfirmed: "upload-unconfirmed"
        case .cleaned: "upload-marks-cleaned"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .unconfirmed: []
        case .cleaned(let rows): [("rows", "\(rows)")]
        }
    }
}
