public import ExposurePrimitives

/// The names of the contract's own request headers.
public enum ImmuniHeader {
    public static let dummyData = "Immuni-Dummy-Data"
    public static let clientClock = "Immuni-Client-Clock"
}

/// The dummy flag: whether a request is cover traffic (Immuni Traffic Analysis Mitigation, "Dummy data").
public enum DummyFlag: String, Sendable {
    case genuine = "0"
    case dummy = "1"
}

/// The difference between the server's clock and the phone's.
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

    /// A moment of the phone's clock, converted to the server's.
    public func corrected(_ time: UnixTime) -> UnixTime {
        time.advanced(bySeconds: seconds)
    }

    /// Seven days.
    public static let max: Int64 = 7 * UnixTime.secondsPerDay
}
