import ExposurePrimitives
import GAENCore

/// The phone's own Temporary Exposure Keys: one for each UTC day on which it was on, for fourteen days.
struct KeyRing {
    private var keys: [IntervalNumber: TemporaryExposureKey] = [:]

    /// The key of the day of `interval`, made where there is none yet; nil only in the last day of the 32-bit range.
    mutating func key(
        forDayOf interval: IntervalNumber,
        using generator: inout some RandomNumberGenerator
    ) -> TemporaryExposureKey? {
        if let key = keys[interval.startOfDay] {
            return key
        }
        let key = try? TemporaryExposureKey.generate(forDayOf: interval, using: &generator)
        keys[interval.startOfDay] = key
        return key
    }

    /// Forgets every key whose window ended fourteen days before `now`, or earlier.
    mutating func forgetExpired(at now: UnixTime) {
        keys = keys.filter { now.seconds(since: $0.value.windowEnd) < Retention.seconds }
    }

    /// Oldest first.
    var all: [TemporaryExposureKey] {
        keys.values.sorted { $0.rollingStart < $1.rollingStart }
    }
}

/// How long a phone keeps its keys and what it heard.
enum Retention {
    /// Fourteen days.
    static let seconds = 14 * UnixTime.secondsPerDay
}
