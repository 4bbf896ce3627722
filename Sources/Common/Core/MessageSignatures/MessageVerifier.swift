import Crypto
public import ExposurePrimitives

/// Decides whether the authority signed an answer for this very request, and recently enough.
///
/// ```swift
/// let verifier = try MessageVerifier(keys: [MessageVerificationKey(pem: pem)])
/// let answer = MessageVerifier.Message(target: "/v1/settings?platform=ios", fields: fields, content: bytes)
/// try seen.accept(verifier.sequence(of: answer, maxAge: 300, now: now), of: "settings")
/// ```
public struct MessageVerifier: Sendable {
    private let keys: [String: MessageVerificationKey]

    /// - Parameter keys: alternatives. There are several while the authority changes its key.
    public init(keys: [MessageVerificationKey]) throws(MessageSignatureError) {
        guard !keys.isEmpty else {
            throw .noVerificationKeys
        }
        self.keys = Dictionary(keys.map { ($0.keyID, $0) }) { first, _ in first }
    }

    /// An answer with its request.
    public struct Message: Sendable {
        let fields: [(name: String, value: String)]
        let content: [UInt8]
        let path: String
        let query: String?

        /// - Parameters:
        ///   - target: path and query as in the request line.
        ///   - fields: the fields of the answer, names in any case.
        public init(target: String, fields: [(name: String, value: String)], content: [UInt8]) {
            let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
            path = String(parts[0])
            query = parts.count == 2 ? String(parts[1]) : nil
            self.fields = fields
            self.content = content
        }

        func value(of field: SignedField) throws(MessageSignatureError) -> String {
            let values = fields.filter { $0.name.lowercased() == field.rawValue.lowercased() }.map(\.value)
            guard let value = values.first else {
                throw .missing(field)
            }
            guard values.count == 1 else {
                throw .malformed(field)
            }
            return value
        }
    }

    /// The statement of a valid signature.
    public struct Statement: Hashable, Sendable {
        /// The sequence, which never decreases; see ``SeenSequences``.
        public let sequence: Int64
        /// The time of the signature.
        public let created: UnixTime
    }

    /// Verifies a message that caches may keep for `maxAge` seconds.
    ///
    /// - Returns: its sequence, which the caller compares with those that it has seen; see ``SeenSequences``.
    public func sequence(of message: Message, maxAge: Int64, now: UnixTime) throws(MessageSignatureError) -> Int64 {
        try statement(of: message, maxAge: maxAge, now: now).sequence
    }

    /// Does the same as `sequence(of:maxAge:now:)`, and also returns the time of the signature.
    public func statement(
        of message: Message,
        maxAge: Int64,
        now: UnixTime
    ) throws(MessageSignatureError) -> Statement {
        let digest = try ContentDigest(parsing: message.value(of: .contentDigest))
        let content = try SignedContent(
            digest: digest,
            path: message.path,
            query: message.query,
            sequence: Self.integer(message.value(of: .sequence))
        )
        let input = try SignatureInput(parsing: message.value(of: .signatureInput))
        let signature = try Self.signature(message.value(of: .signature), of: input)
        try checkSignature(signature, of: content, made: input)
        guard digest == ContentDigest(of: message.content) else {
            throw .wrongDigest
        }
        let age = now.seconds(since: input.created)
        guard age <= maxAge + Self.grace else {
            throw .tooOld(created: input.created)
        }
        guard age >= -Self.clockTolerance else {
            throw .inFuture(created: input.created)
        }
        return Statement(sequence: content.sequence, created: input.created)
    }

    private func checkSignature(
        _ signature: [UInt8],
        of content: SignedContent,
        made input: SignatureInput
    ) throws(MessageSignatureError) {
        guard input.label == SignedContent.label, input.components == SignatureComponent.ours else {
            throw .wrongComponents
        }
        guard input.algorithm == SignedContent.algorithm else {
            throw .wrongAlgorithm
        }
        guard let key = keys[input.keyID] else {
            throw .unknownKey
        }
        guard let parsed = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
            throw .malformed(.signature)
        }
        guard key.publicKey.isValidSignature(parsed, for: content.signatureBase(for: input)) else {
            throw .wrongSignature
        }
    }

    private static func integer(_ text: String) throws(MessageSignatureError) -> Int64 {
        var scanner = FieldScanner(text, of: .sequence)
        let value = try scanner.integer()
        try scanner.expectEnd()
        return value
    }

    private static func signature(_ text: String, of input: SignatureInput) throws(MessageSignatureError) -> [UInt8] {
        var scanner = FieldScanner(text, of: .signature)
        try scanner.expect("\(input.label)=")
        let bytes = try scanner.bytes()
        try scanner.expectEnd()
        return bytes
    }

    /// The seconds that a message may be older than caches keep it: a day. A phone with a slow clock, or behind a
    /// stubborn cache, still gets its settings.
    public static let grace = UnixTime.secondsPerDay
    /// The seconds that a message may appear to be in the future, because the phone's clock is slow: two hours, as for
    /// keys.
    public static let clockTolerance: Int64 = 7200
}
