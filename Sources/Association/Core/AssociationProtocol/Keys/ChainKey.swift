public import ExposurePrimitives

/// The key from which all keys of a day and of later days follow, and none of an earlier day.
///
/// A phone keeps today's alone: a thief finds nothing about past days. The authority keeps that of 21 days ago, because
/// it checks tickets of that time.
public struct ChainKey: Sendable, Redacted {
    /// The first day that it has keys for.
    public let day: CalendarDay
    private let bytes: SecretBytes

    /// A key from a store.
    ///
    /// - Throws: `wrongLength` unless there are 32 bytes; `otherDay` for a day before the epoch or after the last
    ///   32-bit interval.
    public init(day: CalendarDay, bytes: SecretBytes) throws(AssociationError) {
        guard bytes.count == Bytes32.count else {
            throw .wrongLength(bytes.count)
        }
        guard Self.days.contains(day.daysSinceEpoch) else {
            throw .otherDay
        }
        self.day = day
        self.bytes = bytes
    }

    public var exposedBytes: [UInt8] { bytes.exposedBytes }

    /// The key of a later day. A store must erase the old one.
    ///
    /// - Throws: `otherDay` for an earlier day, and for one more than ``maxSteps`` days ahead.
    public func advanced(to day: CalendarDay) throws(AssociationError) -> ChainKey {
        let steps = day.days(since: self.day)
        guard Self.isPossible(steps: steps) else {
            throw .otherDay
        }
        let advanced = (0..<steps).reduce(bytes) { key, _ in Derivation.expand(key, Self.nextLabel) }
        return try ChainKey(day: day, bytes: advanced)
    }

    /// The keys of a day, with the same limits as ``advanced(to:)``.
    public func dayKeys(on day: CalendarDay) throws(AssociationError) -> DayKeys {
        let link = try advanced(to: day)
        let key = link.bytes
        return DayKeys(
            day: day,
            clientIDKey: Derivation.expand(key, Self.clientIDLabel),
            ticketKey: Derivation.expand(key, "HAA cts"),
            uploadKey: Derivation.expand(key, "HAA upload")
        )
    }

    static func isPossible(steps: Int) -> Bool { (0...maxSteps).contains(steps) }

    /// Names the step to the key of the next day.
    static let nextLabel = "HAA next"
    /// Names the secret from which the ClientIDs of a day are made.
    static let clientIDLabel = "HAA client-id"

    /// Days that a key can be advanced at once: ten years. It bounds the work that a date from outside can cause.
    public static let maxSteps = 3660
    /// The days whose intervals have 32-bit numbers.
    static let days = 0...Int(UInt32.max / AssociationInterval.perDay) - 1
}
