public import ExposureFramework
public import ImmuniAPI
public import KeyExport
public import MessageSignatures
public import PhonePorts
public import RiskModels
public import WireFormat

/// The reason why the app could not complete an action.
public enum MobileClientError: Error, Equatable {
    /// There was no complete answer from a server.
    case transport(HTTPExchangeError)
    /// A server answered with a status that the contract does not allow here.
    case unexpectedStatus(Int)
    /// A server's answer does not have the contract's form.
    case malformedAnswer
    /// The settings hold an impossible value.
    case unusableSettings(ExposureConfigurationError)
    /// The settings choose a rule with an impossible parameter.
    case unusableRule(RiskParameterError)
    /// The OTP is not authorised, or no longer.
    case unauthorisedOTP
    /// The content alone does not fit into packets of `size` bytes.
    case packetTooSmall(size: Int)
    /// The TEK Chunk is malformed or not signed by the authority.
    case chunkRefused(index: Int, ExportError)
    /// Settings or index are not signed by the authority, or not the latest.
    case messageRefused(SignedDocument, MessageSignatureError)
    case framework(ExposureFrameworkError)
    /// The app's file could not be written.
    case storage
    /// The platform did not attest the phone.
    case evidence(DeviceEvidenceError)
}

extension MobileClientError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
        switch self {
        case .transport(.unreachable): "the server cannot be reached"
        case .transport(.interrupted): "the connection to the server broke"
        case .transport(.timeout): "the server did not answer in time"
        case .transport(.answerTooLarge(let limit)): "the server's answer is longer than \(limit) bytes"
        case .unexpectedStatus(let status): "the server answered with status \(status)"
        case .malformedAnswer: "the server's answer does not have the contract's form"
        case .unusableSettings(let error): "the settings cannot be used: \(error)"
        case .unusableRule(let error): "the settings cannot be used: \(error)"
        case .unauthorisedOTP: "the code is not authorised, or no longer"
        case .packetTooSmall(let size): "the content does not fit into a packet of \(size) bytes"
        case .chunkRefused(let index, let error): "TEK Chunk \(index) is refused: \(error)"
        case .messageRefused(.settings, let error): "the settings are refused: \(error)"
        case .messageRefused(.keyIndex, let error): "the index of TEK Chunks is refused: \(error)"
        case .framework(let error): error.description
        case .storage: "the phone's storage failed"
        case .evidence(.unavailable): "the phone's maker gives no attestation now"
        case .evidence(.unsupported): "the phone's maker attests no phones of this kind"
        }
    }
}
