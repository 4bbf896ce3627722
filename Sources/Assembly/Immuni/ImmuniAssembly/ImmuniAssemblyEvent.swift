package import Logging
import ServiceKit

/// What putting services together logs.
package enum AssemblyEvent: LoggableEvent, Hashable {
    /// No kind of evidence is taken from Android, so that all its Operational Info is refused.
    case noAndroidAttestation
    /// The list of revoked attestation keys changed to one that cannot be used; the one before stays in force.
    case revokedKeysUnusable(AssemblyError)
    /// Others could read or change this many files and folders of the data folder until now.
    case modesNarrowed(count: Int)
    /// The preset differs from the settings, which an operator has changed since; `avviso settings import` adopts it.
    case presetIgnored(revision: Int64)

    package var level: Logger.Level { .warning }

    package var name: String {
        switch self {
        case .noAndroidAttestation: "no-android-attestation"
        case .revokedKeysUnusable: "revoked-keys-unusable"
        case .modesNarrowed: "modes-narrowed"
        case .presetIgnored: "preset-ignored"
        }
    }

    package var fields: [(name: String, value: String)] {
        switch self {
        case .noAndroidAttestation: []
        case .modesNarrowed(let count): [("count", "\(count)")]
        case .revokedKeysUnusable(let error): [("problem", error.description)]
        case .presetIgnored(let revision): [("revision", "\(revision)")]
        }
    }
}
