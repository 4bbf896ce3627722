import Logging
import ServiceKit

/// The log events of checking attestations.
enum AttestationSetupEvent: LoggableEvent, Hashable {
    /// The new list of revoked attestation keys cannot be used; the previous list stays in force.
    case revokedKeysUnusable(AttestationSetupError)

    var level: Logger.Level { .warning }
    var name: String { "revoked-keys-unusable" }

    var fields: [(name: String, value: String)] {
        switch self {
        case .revokedKeysUnusable(let error): [("problem", error.description)]
        }
    }
}
