public import ExposurePrimitives

/// A Temporary Exposure Key (TEK) with the intervals in which it was broadcast (Cryptography Specification v1.2.1,
/// "Temporary Exposure Key").
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// let key = try TemporaryExposureKey.generate(forDayOf: IntervalNumber(clamping: now), using: &generator)
/// for (interval, identifier) in key.identifiers() {
///     print(interval.start, identifier.bytes)
/// }
/// ```
public struct TemporaryExposureKey: Hashable, Sendable {
    /// The sixteen secret bytes.
    public let keyData: KeyData
    /// The first interval in which the key was used.
    public let rollingStart: IntervalNumber
    /// The number of intervals in which the key was used, 1 to 144.
    public let rollingPeriod: Int

    /// - Throws: if the period is outside 1…144 or the window runs past the last 32-bit interval.
    public init(keyData: KeyData, rollingStart: IntervalNumber, rollingPeriod: Int) throws(KeyError) {
        guard Self.rollingPeriods.contains(rollingPeriod) else {
            throw .rollingPeriodOutOfRange(rollingPeriod)
        }
        guard rollingStart.advanced(by: rollingPeriod) != nil else {
            throw .windowPastLastInterval
        }
        self.keyData = keyData
        self.rollingStart = rollingStart
        self.rollingPeriod = rollingPeriod
    }

    /// A new key for the UTC day of `interval`, with the full period of 144.
    public static func generate(
        forDayOf interval: IntervalNumber,
        using generator: inout some RandomNumberGenerator
    ) throws(KeyError) -> TemporaryExposureKey {
        try TemporaryExposureKey(
            keyData: KeyData(Bytes16.random(using: &generator)),
            rollingStart: interval.startOfDay,
            rollingPeriod: 144
        )
    }

    /// The moment at which the key's window ends. The key is not broadcast from then on.
    public var windowEnd: UnixTime {
        rollingStart.start.advanced(bySeconds: Int64(rollingPeriod) * IntervalNumber.seconds)
    }

    /// Seconds from the end of a key's window to the end of its embargo: two hours, the matcher's tolerance. Until then
    /// phones believe identifiers that others make from the key, so no server may publish it.
    public static let embargo = Int64(MatchingTolerance.intervals) * IntervalNumber.seconds

    /// Whether the key was broadcast in `interval`.
    public func covers(_ interval: IntervalNumber) -> Bool {
        interval >= rollingStart && Int(interval.rawValue) - Int(rollingStart.rawValue) < rollingPeriod
    }

    /// The periods that a key may have, from one interval to a day.
    public static let rollingPeriods = 1...144
}

extension TemporaryExposureKey {
    /// The sixteen bytes of a TEK. They are secret until they are published, so they never print.
    public struct KeyData: Hashable, Comparable, Sendable {
        private let bytes: Bytes16

        public init(_ bytes: Bytes16) {
            self.bytes = bytes
        }

        /// - Throws: `wrongLength` unless there are exactly sixteen bytes.
        public init(_ bytes: some Collection<UInt8>) throws(KeyError) {
            guard let bytes = Bytes16(bytes) else {
                throw .wrongLength(bytes.count)
            }
            self.init(bytes)
        }

        /// The only access to the content. Its name lets a search for `exposed` find every use.
        public var exposedBytes: [UInt8] { bytes.bytes }

        /// The content as two big-endian numbers, for code that handles a million keys and cannot make an array of
        /// each.
        public var exposedWords: (high: UInt64, low: UInt64) { bytes.words }

        public static func < (lhs: KeyData, rhs: KeyData) -> Bool {
            lhs.bytes < rhs.bytes
        }
    }

    /// An error in a key. It carries only sizes, never key material.
    public enum KeyError: Error, Equatable {
        /// The key data had this many bytes instead of 16.
        case wrongLength(Int)
        /// The rolling period was this, outside 1…144.
        case rollingPeriodOutOfRange(Int)
        /// The key's window would end after the last 32-bit interval number.
        case windowPastLastInterval
    }
}

extension TemporaryExposureKey.KeyData: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
