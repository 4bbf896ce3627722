public import ExposurePrimitives

/// The last bytes of an answer to a poll. They tell the account's phone that the authority knows the account. For
/// everybody else, and for an account that has ended, they look random.
public enum AnswerMark {
    /// HMAC(upload key of the day, `HAA poll answer` ‖ nonce of the request ‖ the answer before), 16 bytes.
    public static func mark(of content: [UInt8], to nonce: Bytes16, under keys: DayKeys) -> Bytes16 {
        let tag = keys.requestTag(of: Array("HAA poll answer".utf8) + nonce.bytes + content)
        guard let mark = Bytes16(tag.exposedBytes.prefix(Bytes16.count)) else {
            preconditionFailure("an HMAC of SHA-256 has 32 bytes")
        }
        return mark
    }

    /// Whether an answer has the mark of its request.
    ///
    /// - Parameter answer: the content, and then the mark.
    public static func isGenuine(_ answer: [UInt8], to nonce: Bytes16, under keys: DayKeys) -> Bool {
        let expected = mark(of: Array(answer.dropLast(Bytes16.count)), to: nonce, under: keys)
        return SecretBytes(answer.suffix(Bytes16.count)) == SecretBytes(expected.bytes)
    }
}
