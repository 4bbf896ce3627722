package import Logging
package import ServiceKit

/// The log events of token authorisation. They contain nothing about a token or a device.
package enum AuthorisationEvent: LoggableEvent, Hashable {
    /// No key for Apple's server is configured: no token will be authorised.
    case off
    /// Apple refuses our key: it is revoked, or does not match the identifiers or the clock.
    case keyRefused
    case storeFailed(FailureCause)
    /// The number of unproven requests that made room for others since the last such line.
    case displaced(Int)

    package var level: Logger.Level {
        switch self {
        case .off, .displaced: .warning
        case .keyRefused, .storeFailed: .error
        }
    }

    package var name: String {
        switch self {
        case .off: "token-authorisation-off"
        case .keyRefused: "apple-key-refused"
        case .storeFailed: "token-authorisation-store-failed"
        case .displaced: "unproven-tokens-displaced"
        }
    }

    package var fields: [(name: String, value: String)] {
        switch self {
        case .off, .keyRefused: []
        case .storeFailed(let cause): cause.fields
        case .displaced(let count): [("count", "\(count)")]
        }
    }
}
