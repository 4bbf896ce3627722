import ExposurePrimitives

/// The number of an app's calls on one UTC day.
struct CallQuota: Hashable {
    /// The calls that are counted.
    enum Call: UInt8, CaseIterable {
        case detection = 0
        case windows = 1
        case dailySummaries = 2
    }

    private(set) var day = CalendarDay(daysSinceEpoch: 0)
    private(set) var counts: [Call: Int] = [:]

    init() {}

    init(day: CalendarDay, counts: [Call: Int]) {
        self.day = day
        self.counts = counts
    }

    /// Counts a call. Returns false, and counts nothing, if there were `limit` calls on that day.
    ///
    /// If the clock was set back to an earlier day, the previous count applies to that day.
    mutating func take(_ call: Call, upTo limit: Int, on day: CalendarDay) -> Bool {
        if day > self.day {
            counts = [:]
        }
        self.day = day
        guard counts[call, default: 0] < limit else {
            return false
        }
        counts[call, default: 0] += 1
        return true
    }
}
