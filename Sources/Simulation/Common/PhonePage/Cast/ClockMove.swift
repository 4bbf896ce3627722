import ExposurePrimitives

/// A move of the cast's clock: its start and its end.
struct ClockMove: Hashable, Sendable {
    let start: UnixTime
    private(set) var goal: UnixTime

    init(from start: UnixTime, bySeconds seconds: Int64) {
        self.start = start
        goal = start.advanced(bySeconds: seconds)
    }

    /// Adds to the move. A second request during a move gets both.
    mutating func lengthen(bySeconds seconds: Int64) {
        goal = goal.advanced(bySeconds: seconds)
    }

    /// The progress of the move.
    struct Progress: Hashable, Sendable {
        let unit: Unit
        /// The present unit, from 1.
        let number: Int
        let count: Int

        enum Unit: Sendable {
            case hour
            case day
        }
    }

    /// The progress in days, if there is more than one.
    func progress(at now: UnixTime) -> Progress {
        let length = goal.seconds(since: start)
        let unit: (Progress.Unit, Int64) =
            length > UnixTime.secondsPerDay ? (.day, UnixTime.secondsPerDay) : (.hour, 3600)
        let count = (length + unit.1 - 1) / unit.1
        let number = min(max(now.seconds(since: start) / unit.1 + 1, 1), count)
        return Progress(unit: unit.0, number: Int(number), count: Int(count))
    }
}
