import Crypto
public import ExposurePrimitives

/// The secret key of a phone with the simple payload, and what follows from it (Herald, "Simple payload",
/// "Contact identifier generation").
///
/// A chain of SHA-256 leads from the last day to the first, so a day's key tells nothing about later days.
public struct SimplePayloadKeys: Sendable {
    private let lastSeed: SecretBytes

    /// - Parameter secretKey: 2048 random bytes.
    /// - Throws: `wrongLength` for fewer than ``minSecretKeySize`` bytes. The document says 2048 bits at least, and
    ///   the published code draws 2048 bytes.
    public init(secretKey: SecretBytes) throws(HeraldError) {
        guard secretKey.count >= Self.minSecretKeySize else {
            throw .wrongLength(secretKey.count)
        }
        lastSeed = SecretBytes(SHA256.hash(data: secretKey.exposedBytes))
    }

    /// The key that a person publishes for a day; nil outside 0 to ``SimplePeriod/maxDay``.
    public func matchingKey(day: Int) -> MatchingKey? {
        guard (0...SimplePeriod.maxDay).contains(day) else {
            return nil
        }
        var seed = lastSeed
        for _ in day..<SimplePeriod.maxDay {
            seed = SimplePayloadKeys.previousSeed(seed)
        }
        return MatchingKey(SimplePayloadKeys.key(ofSeed: seed))
    }

    /// The identifier that a phone sends at `time`.
    public func identifier(at time: UnixTime) -> ContactIdentifier {
        let moment = SimplePeriod(of: time)
        return matchingKey(day: moment.day)?.identifiers()[moment.period] ?? .expired
    }

    public static let minSecretKeySize = 256

    static func previousSeed(_ seed: SecretBytes) -> SecretBytes {
        SecretBytes(SHA256.hash(data: firstHalf(seed)))
    }

    /// H(seed xor H(first half of the seed)), where the half's digest is the seed before it.
    static func key(ofSeed seed: SecretBytes) -> SecretBytes {
        let mixed = zip(seed.exposedBytes, previousSeed(seed).exposedBytes).map { $0 ^ $1 }
        return SecretBytes(SHA256.hash(data: mixed))
    }

    private static func firstHalf(_ seed: SecretBytes) -> [UInt8] {
        Array(seed.exposedBytes.prefix(seed.count / 2))
    }
}

/// The key of one day, from which all identifiers of that day follow. A person who reports publishes it.
public struct MatchingKey: Sendable {
    private let bytes: SecretBytes

    init(_ bytes: SecretBytes) {
        self.bytes = bytes
    }

    /// Reads a published key of 32 bytes.
    public init(_ bytes: [UInt8]) throws(HeraldError) {
        guard bytes.count == SHA256.byteCount else {
            throw .wrongLength(bytes.count)
        }
        self.bytes = SecretBytes(bytes)
    }

    public var exposedBytes: [UInt8] { bytes.exposedBytes }

    /// The identifiers of periods 0 to 239, in order.
    public func identifiers() -> [ContactIdentifier] {
        contactKeys().prefix(SimplePeriod.perDay).compactMap { key in
            Bytes16(key.exposedBytes.prefix(Bytes16.count)).map(ContactIdentifier.init)
        }
    }

    /// The keys of periods 0 to 240. The last begins the chain of the others and is never sent.
    func contactKeys() -> [SecretBytes] {
        var seed = SecretBytes(SHA256.hash(data: exposedBytes))
        var keys = [SimplePayloadKeys.key(ofSeed: seed)]
        for _ in 0..<SimplePeriod.perDay {
            seed = SimplePayloadKeys.previousSeed(seed)
            keys.append(SimplePayloadKeys.key(ofSeed: seed))
        }
        return keys.reversed()
    }
}
