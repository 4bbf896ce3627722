public import ExposurePrimitives

/// The reason why a message cannot be signed or its signature is refused. It carries no content.
public enum MessageSignatureError: Error, Equatable {
    /// The message has no such field.
    case missing(SignedField)
    /// The field is repeated, or not in the form that we write.
    case malformed(SignedField)
    /// The path or query has characters other than visible ASCII.
    case unsignableTarget
    /// The sequence is outside 0…999 999 999 999 999.
    case unsignableSequence
    /// The signature covers other parts of the message than ours do.
    case wrongComponents
    case wrongAlgorithm
    /// The content does not match its digest.
    case wrongDigest
    /// No trusted key has this name.
    case unknownKey
    case wrongSignature
    /// The message was signed longer ago than it may be kept.
    case tooOld(created: UnixTime)
    /// The message was signed in the future, by more than the tolerance for clocks.
    case inFuture(created: UnixTime)
    /// The message is older than one that was seen before.
    case lowerSequence(highestSeen: Int64, offered: Int64)
    case noVerificationKeys
    case unreadablePublicKey
}

extension MessageSignatureError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let field): "the field \(field.rawValue) is missing"
        case .malformed(let field): "the field \(field.rawValue) is malformed"
        case .unsignableTarget: "the path or query has characters other than visible ASCII"
        case .unsignableSequence: "the sequence is outside 0 to 999999999999999"
        case .wrongComponents: "the signature does not cover content-digest, path, query and sequence"
        case .wrongAlgorithm: "the signature's algorithm is not ecdsa-p256-sha256"
        case .wrongDigest: "the content does not match its digest"
        case .unknownKey: "the signature is not by a known key"
        case .wrongSignature: "the signature does not match the message"
        case .tooOld(let created): "the signature is too old: made at \(created)"
        case .inFuture(let created): "the signature is from the future: made at \(created)"
        case .lowerSequence(let seen, let offered): "the message has sequence \(offered), but \(seen) was seen before"
        case .noVerificationKeys: "no public key was given to verify with"
        case .unreadablePublicKey: "the public key is not a P-256 key in PEM (SubjectPublicKeyInfo)"
        }
    }
}
