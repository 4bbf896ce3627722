/// The HTTP fields of a signed message.
public enum SignedField: String, Sendable, CaseIterable {
    /// RFC 9530 section 2.
    case contentDigest = "Content-Digest"
    /// Our own field: the sequence of the message, never lower than that of an earlier one.
    case sequence = "Avviso-Sequence"
    /// RFC 9421 section 4.1.
    case signatureInput = "Signature-Input"
    /// RFC 9421 section 4.2.
    case signature = "Signature"
}
