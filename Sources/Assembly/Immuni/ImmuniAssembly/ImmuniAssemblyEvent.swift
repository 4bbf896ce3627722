import Logging
import ServiceKit

/// The log events of assembling Immuni's services.
enum ImmuniAssemblyEvent: LoggableEvent, Hashable {
    /// No kind of evidence is accepted from Android, so all its Operational Info is refused.
    case noAndroidAttestation
    /// The preset differs from the settings because an operator has changed them; `avviso settings import` adopts the
    /// preset.
    case presetIgnored(revision: Int64)

    var level: Logger.Level { .warning }

    var name: String {
        switch self {
        case .noAndroidAttestation: "no-android-attestation"
        case .presetIgnored: "preset-ignored"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .noAndroidAttestation: []
        case .presetIgnored(let revision): [("revision", "\(revision)")]
        }
    }
}
