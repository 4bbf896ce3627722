import Logging
import ServiceKit

/// What putting Immuni's services together logs.
enum ImmuniAssemblyEvent: LoggableEvent, Hashable {
    /// No kind of evidence is taken from Android, so that all its Operational Info is refused.
    case noAndroidAttestation
    /// The list of revoked attestation keys changed to one that cannot be used; the one before stays in force.
    case revokedKeysUnusable(ImmuniAssemblyError)
    /// The preset differs from the settings, which an operator has changed since; `avviso settings import` adopts it.
    case presetIgnored(revision: Int64)

    var level: Logger.Level { .warning }

    var name: String {
        switch self {
        case .noAndroidAttestation: "no-android-attestation"
        case .revokedKeysUnusable: "revoked-keys-unusable"
        case .presetIgnored: "preset-ignored"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .noAndroidAttestation: []
        case .revokedKeysUnusable(let error): [("problem", error.description)]
        case .presetIgnored(let revision): [("revision", "\(revision)")]
        }
    }
}
