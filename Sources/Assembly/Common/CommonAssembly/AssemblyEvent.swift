import Logging
import ServiceKit

/// The log events of assembling services.
enum AssemblyEvent: LoggableEvent, Hashable {
    /// Until now others could read or change this many files and folders of the data folder.
    case modesNarrowed(count: Int)

    var level: Logger.Level { .warning }

    var name: String { "modes-narrowed" }

    var fields: [(name: String, value: String)] {
        switch self {
        case .modesNarrowed(let count): [("count", "\(count)")]
        }
    }
}
