import Logging
import ServiceKit

/// The log events of the verification service. None names a person, a test or an operator.
enum VerificationEvent: LoggableEvent, Hashable {
    /// A tenth of the wrong teleTANs after which none is looked up.
    case manyWrongTeleTANs(count: Int)
    /// No teleTAN is looked up for a time.
    case wrongTeleTANsHeld(count: Int)
    case cleaned(RegistrationCleanupJob.Outcome)

    var level: Logger.Level {
        switch self {
        case .manyWrongTeleTANs: .warning
        case .wrongTeleTANsHeld: .error
        case .cleaned(let outcome): outcome.tracesErased ? .info : .warning
        }
    }

    var name: String {
        switch self {
        case .manyWrongTeleTANs: "many-wrong-teletans"
        case .wrongTeleTANsHeld: "wrong-teletans-held"
        case .cleaned: "registrations-cleaned"
        }
    }

    var fields: [(name: String, value: String)] {
        switch self {
        case .manyWrongTeleTANs(let count), .wrongTeleTANsHeld(let count): [("count", "\(count)")]
        case .cleaned(let outcome):
            [("rows", "\(outcome.rows)"), ("tests", "\(outcome.tests)"), ("traces_erased", "\(outcome.tracesErased)")]
        }
    }
}
