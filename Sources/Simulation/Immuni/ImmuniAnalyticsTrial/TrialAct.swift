import DeviceEmulation
import ExposurePrimitives
import ImmuniAPI

/// Something that a phone of a trial does.
struct TrialAct {
    /// Seconds after the phone's turn.
    let delay: Int64
    let deed: Deed

    enum Deed {
        /// Asks for a token to be authorised; `device` is nil for what no device made.
        case ask(AnalyticsToken, device: Int?)
        /// Sends Operational Info as an iPhone does.
        case tell(OperationalInfoRequest, AnalyticsToken)
        /// Sends Operational Info as an Android phone does, with what is wrong with its attestation.
        case attest(OperationalInfoRequest, AttestationFault?)
        /// Sends again what it attested last.
        case attestAgain
        case dummy
        case testPositive
    }

    /// What an attacker does to an attestation.
    enum AttestationFault: Hashable, CaseIterable {
        /// Other facts than those attested.
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
