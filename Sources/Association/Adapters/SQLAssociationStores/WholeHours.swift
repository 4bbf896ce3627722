import ExposurePrimitives

/// Times in tables that need no finer ones.
enum WholeHours {
    /// The hour that `moment` is in, counted since 1970.
    static func current(_ moment: UnixTime) -> Int64 { moment.seconds / secondsPerHour }

    /// The hour that begins at `moment` or next after it.
    static func roundedUp(_ moment: UnixTime) -> Int64 {
        (moment.seconds + secondsPerHour - 1) / secondsPerHour
    }

    /// The beginning of an hour.
    static func moment(_ hour: Int64) -> UnixTime { UnixTime(hour * secondsPerHour) }

    private static let secondsPerHour: Int64 = 3600
}
