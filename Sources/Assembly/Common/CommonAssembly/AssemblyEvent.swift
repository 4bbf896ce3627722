import Logging
import ServiceKit

/// What putting services together logs.
enum AssemblyEvent: LoggableEvent, Hashable {
    /// Others could read or change this many files and folders of the data folder until now.
    case modesNarrowed(count: Int)

    var level: Logger.Level { .warning }

    var name: String { "modes-narrowed" }

    var fields: [(name: String, value: String)] {
        switch self {
        case .modesNarrowed(let count): [("count", "\(count)")]
        }
    }
}
