import ExposurePrimitives

/// Times in tables that need no finer ones.
enum WholeHours {
    /// The hour that begins at `moment` or next after it, counted since 1970.
    static func roundedUp(_ moment: UnixTime) -> Int64 {
        (moment.seconds + secondsPerHour - 1) / secondsPerHour
    }

    /// The latest hour that is at least `age` seconds before `now`.
    static func hour(before now: UnixTime, by age: Int64) -> Int64 {
        (now.seconds - age) / secondsPerHour
    }

    /// The beginning of an hour.
    static func moment(_ hour: Int64) -> UnixTime { UnixTime(hour * secondsPerHour) }

    private static let secondsPerHour: Int64 = 3600
}
