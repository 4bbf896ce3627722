package import Logging

/// The levels that an operator can choose.
package enum LogLevel: String, CaseIterable, Sendable {
    case debug
    case info
    case warning
    case error

    package var level: Logger.Level {
        switch self {
        case .debug: .debug
        case .info: .info
        case .warning: .warning
        case .error: .error
        }
    }
}
