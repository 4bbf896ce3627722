/// Why a report waits for an operator. A report can have several reasons.
public struct HoldReasons: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// It would warn more people than reports usually do, or has more of them beside the phone at once than have room.
    public static let crowd = HoldReasons(rawValue: 1)
    /// It has people of a far district among people of the usual ones, in the same interval: their tickets may have
    /// come over a relay.
    public static let relay = HoldReasons(rawValue: 2)
    /// It and other reports have so much in common that one person may have made them, and together they would warn
    /// more people than reports usually do.
    public static let linked = HoldReasons(rawValue: 4)

    /// All of them, each alone.
    public static let each: [HoldReasons] = [.crowd, .relay, .linked]
}
