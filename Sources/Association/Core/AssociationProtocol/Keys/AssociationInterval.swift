public import ExposurePrimitives
import HeraldPayloads

/// Fifteen minutes, counted from the epoch: the time for which a ClientID, an identity key and a ticket are valid. A
/// day has 96 whole ones.
public struct AssociationInterval: Hashable, Comparable, Sendable {
    /// floor(Unix seconds / 900).
    public let number: UInt32

    public init(_ number: UInt32) {
        self.number = number
    }

    /// The interval that contains `time`. Moments outside the 32-bit range become its nearer end.
    public init(clamping time: UnixTime) {
        number = UInt32(clamping: max(0, time.seconds) / Self.seconds)
    }

    /// The interval that starts exactly at `start`, or nil.
    public init?(start: UnixTime) {
        guard start.seconds.isMultiple(of: Self.seconds),
            let number = UInt32(exactly: start.seconds / Self.seconds)
        else {
            return nil
        }
        self.init(number)
    }

    public static func < (lhs: AssociationInterval, rhs: AssociationInterval) -> Bool {
        lhs.number < rhs.number
    }

    /// The first moment.
    public var start: UnixTime { UnixTime(Int64(number) * Self.seconds) }
    /// The first moment after it.
    public var end: UnixTime { start.advanced(bySeconds: Self.seconds) }
    /// The day in UTC. No interval is in two days.
    public var day: CalendarDay { start.utcDay }

    /// This interval and those beside it: clocks may differ by one step (RFC 6238 section 5.2).
    public var neighbourhood: [AssociationInterval] {
        [number.subtractingReportingOverflow(1), (number, false), number.addingReportingOverflow(1)]
            .filter { !$0.overflow }.map { AssociationInterval($0.partialValue) }
    }

    /// The intervals of a day, first one first; none for a day before the epoch.
    public static func all(of day: CalendarDay) -> [AssociationInterval] {
        guard let first = AssociationInterval(start: day.startInUTC),
            let last = first.number.advanced(byCount: perDay - 1)
        else {
            return []
        }
        return (first.number...last).map(AssociationInterval.init)
    }

    /// `start` as the eight bytes in which packets and derivations have it.
    var startBytes: [UInt8] { [UInt8](UInt64(clamping: start.seconds)) }
    /// `end` in the same form.
    var endBytes: [UInt8] { [UInt8](UInt64(clamping: end.seconds)) }

    public static let seconds: Int64 = 900
    public static let perDay: UInt32 = 96
}

extension UInt32 {
    fileprivate func advanced(byCount count: UInt32) -> UInt32? {
        let (sum, overflow) = addingReportingOverflow(count)
        return overflow ? nil : sum
    }
}
