package import Logging
import ServiceKit

/// What putting services together logs.
package enum AssemblyEvent: LoggableEvent, Hashable {
    /// The preset differs from the settings, which an operator has changed since; `avviso settings import` adopts it.
    case presetIgnored(revision: Int64)

    package var level: Logger.Level { .warning }

    package var name: String { "preset-ignored" }

    package var fields: [(name: String, value: String)] {
        switch self {
        case .presetIgnored(let revision): [("revision", "\(revision)")]
        }
    }
}
