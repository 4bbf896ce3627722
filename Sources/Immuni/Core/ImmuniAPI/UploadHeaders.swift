public import ExposurePrimitives

/// The names of the contract's own request headers.
public enum ImmuniHeader {
    /// Holds the `DummyFlag` (Immuni Traffic Analysis Mitigation, "Dummy data").
    public static let dummyData = "Immuni-Dummy-Data"
    public static let clientClock = "Immuni-Client-Clock"
}

/// The difference between the phone's clock and the server's.
public struct ClockSkew: Hashable, Sendable {
    /// Server time minus phone time, in seconds: positive if the phone's clock is slow.
    public let seconds: Int64

    public init(seconds: Int64) {
        self.seconds = seconds
    }

    /// Reads `Immuni-Client-Clock`, integer Unix seconds; nil unless it is one at most seven days from `now`.
    public init?(clientClock header: String?, now: UnixTime) {
        guard let header, !header.isEmpty, header.utf8.count <= 20,
            header.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let clientClock = Int64(header)
        else {
            return nil
        }
        seconds = now.seconds(since: UnixTime(clientClock))
        guard abs(seconds) <= Self.max else {
            return nil
        }
    }

    /// A moment of the phone's clock, converted to the server's clock.
    public func corrected(_ time: UnixTime) -> UnixTime {
        time.advanced(bySeconds: seconds)
    }

    /// Seven days.
    public static let max: Int64 = 7 * UnixTime.secondsPerDay
}
