import ExposurePrimitives

/// Thirty-two bytes as a value: comparable in byte order, hashable, without a heap allocation.
public struct Bytes32: Hashable, Comparable, Sendable {
    private let high: Bytes16
    private let low: Bytes16

    /// Nil unless `bytes` holds exactly thirty-two.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count, let high = Bytes16(bytes.prefix(Bytes16.count)),
            let low = Bytes16(bytes.dropFirst(Bytes16.count))
        else {
            return nil
        }
        self.init(high: high, low: low)
    }

    init(high: Bytes16, low: Bytes16) {
        self.high = high
        self.low = low
    }

    /// Thirty-two bytes drawn from `generator`.
    public static func random(using generator: inout some RandomNumberGenerator) -> Bytes32 {
        Bytes32(high: .random(using: &generator), low: .random(using: &generator))
    }

    public static func < (lhs: Bytes32, rhs: Bytes32) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }

    /// The bytes, first byte first.
    public var bytes: [UInt8] { high.bytes + low.bytes }

    /// The bytes as four big-endian numbers. Costs nothing, unlike `bytes`.
    public var words: (UInt64, UInt64, UInt64, UInt64) {
        (high.words.high, high.words.low, low.words.high, low.words.low)
    }

    /// The inverse of `words`.
    init(words: (UInt64, UInt64, UInt64, UInt64)) {
        high = Bytes16(words: (words.0, words.1))
        low = Bytes16(words: (words.2, words.3))
    }

    public static let count = 32
}
