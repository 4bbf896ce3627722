package import Logging
package import ServiceKit

/// What the authorisation of tokens logs: nothing of a token or a device.
package enum AuthorisationEvent: LoggableEvent, Hashable {
    /// No key for Apple's server is configured: no token will be authorised.
    case off
    case storeFailed(FailureCause)

    package var level: Logger.Level {
        switch self {
        case .off: .warning
        case .storeFailed: .error
        }
    }

    package var name: String {
        switch self {
        case .off: "token-authorisation-off"
        case .storeFailed: "token-authorisation-store-failed"
        }
    }

    package var fields: [(name: String, value: String)] {
        switch self {
        case .off: []
        case .storeFailed(let cause): cause.fields
        }
    }
}
