import DeviceEmulation
import ExposurePrimitives
import ImmuniAPI

/// An action of a phone in a trial.
struct TrialAct {
    /// Seconds after the phone's turn.
    let delay: Int64
    let deed: Deed

    enum Deed {
        /// Asks for a token to be authorised; `device` is nil if the device token is made up.
        case ask(AnalyticsToken, device: Int?)
        /// Sends Operational Info like an iPhone.
        case tell(OperationalInfoRequest, AnalyticsToken)
        /// Sends Operational Info like an Android phone, with a fault in its attestation if any.
        case attest(OperationalInfoRequest, AttestationFault?)
        /// Sends its last attested request again.
        case attestAgain
        case dummy
        case testPositive
    }

    /// An attacker's change to an attestation.
    enum AttestationFault: Hashable, CaseIterable {
        /// The facts differ from the attested ones.
        case otherFacts
        case wrongApp
        case wrongAppSignature
        case stale
        case software
        case notGenuine
        case tampered
        case foreignKeys

        var defect: AttestationDefect? {
            switch self {
            case .otherFacts: nil
            case .wrongApp: .wrongApp
            case .wrongAppSignature: .wrongAppSignature
            case .stale: .stale
            case .software: .software
            case .notGenuine: .notGenuine
            case .tampered: .tampered
            case .foreignKeys: .foreignRoot
            }
        }
    }
}
