/// Sixteen bytes as a value: comparable in byte order, hashable, without a heap allocation.
public struct Bytes16: Hashable, Comparable, Sendable {
    private let high: UInt64
    private let low: UInt64

    /// Nil unless `bytes` holds exactly sixteen.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else {
            return nil
        }
        // Copied to an array: iterating over an unknown collection costs more than all other work for a key.
        let bytes = Array(bytes)
        high = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        low = bytes[8...].reduce(0) { $0 << 8 | UInt64($1) }
    }

    private init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Sixteen bytes drawn from `generator`.
    public static func random(using generator: inout some RandomNumberGenerator) -> Bytes16 {
        Bytes16(high: generator.next(), low: generator.next())
    }

    public static func < (lhs: Bytes16, rhs: Bytes16) -> Bool {
        (lhs.high, lhs.low) < (rhs.high, rhs.low)
    }

    /// The bytes, first byte first.
    public var bytes: [UInt8] {
        (0..<Self.count).map { index in
            let half = index < 8 ? high : low
            return UInt8(truncatingIfNeeded: half >> UInt64(56 - 8 * (index & 7)))
        }
    }

    /// The bytes as two big-endian numbers, whose order is the order of the bytes. Costs nothing, unlike `bytes`.
    public var words: (high: UInt64, low: UInt64) { (high, low) }

    /// The inverse of `words`.
    public init(words: (high: UInt64, low: UInt64)) {
        self.init(high: words.high, low: words.low)
    }

    public static let count = 16
}
