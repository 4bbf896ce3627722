public import ExposurePrimitives

/// Why a message cannot be signed, or its signature is not believed. Carries no content.
public enum MessageSignatureError: Error, Equatable {
    /// The message has no such field.
    case missing(SignedField)
    /// The field is there more than once, or not in the form that we write.
    case malformed(SignedField)
    /// A path or query with other characters than visible ASCII.
    case unsignableTarget
    /// A sequence outside 0…999 999 999 999 999.
    case unsignableSequence
    /// The signature covers other parts of the message than ours do.
    case wrongComponents
    case wrongAlgorithm
    /// The content is not the one of its digest.
    case wrongDigest
    /// No key that is trusted has this name.
    case unknownKey
    case wrongSignature
    /// Made longer ago than a message may be kept.
    case tooOld(created: UnixTime)
    /// Made in the future, by more than the tolerance for clocks.
    case inFuture(created: UnixTime)
    /// An older message than one that was seen before.
    case lowerSequence(highestSeen: Int64, offered: Int64)
    case noVerificationKeys
    case unreadablePublicKey
}

extension MessageSignatureError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let field): "the field \(field.rawValue) is missing"
        case .malformed(let field): "the field \(field.rawValue) does not have its form"
        case .unsignableTarget: "the path or query has other characters than visible ASCII"
        case .unsignableSequence: "the sequence is outside 0 to 999999999999999"
        case .wrongComponents: "the signature does not cover content-digest, path, query and sequence"
        case .wrongAlgorithm: "the signature's algorithm is not ecdsa-p256-sha256"
        case .wrongDigest: "the content does not match its digest"
        case .unknownKey: "the signature is not by a known key"
        case .wrongSignature: "the signature does not match the message"
        case .tooOld(let created): "the signature is too old: made at \(created)"
        case .inFuture(let created): "the signature is from the future: made at \(created)"
        case .lowerSequence(let seen, let offered): "the message is number \(offered), and number \(seen) was seen"
        case .noVerificationKeys: "no public key was given to verify with"
        case .unreadablePublicKey: "the public key is not a P-256 key in PEM (SubjectPublicKeyInfo)"
        }
    }
}
