import ExposurePrimitives
import GAENCore

/// The phone's sightings of the last fourteen days, hour by hour. A scan changes the file of one hour only.
struct SightingLog {
    private(set) var hours: [Hour: [Sighting]] = [:]
    /// The hours whose storage is out of date.
    private(set) var unsaved: Set<Hour> = []

    /// Adds sightings as long as there are fewer than `limit` in their hour.
    mutating func append(_ new: some Sequence<Sighting>, upTo limit: Int) {
        for sighting in new {
            let hour = Hour(of: sighting.time)
            if hours[hour, default: []].count < limit {
                hours[hour, default: []].append(sighting)
                unsaved.insert(hour)
            }
        }
    }

    /// Deletes sightings of fourteen days before `now`, or earlier.
    mutating func forgetExpired(at now: UnixTime) {
        let limit = now.advanced(bySeconds: -Retention.seconds)
        for (hour, sightings) in hours where hour <= Hour(of: limit) {
            let kept = sightings.filter { $0.time > limit }
            if kept.count < sightings.count {
                hours[hour] = kept.isEmpty ? nil : kept
                unsaved.insert(hour)
            }
        }
    }

    /// Adds the stored sightings of `hour`.
    mutating func set(_ sightings: [Sighting], in hour: Hour) {
        hours[hour] = sightings
    }

    /// Marks `hour` as stored.
    mutating func markSaved(_ hour: Hour) {
        unsaved.remove(hour)
    }

    var all: [Sighting] {
        hours.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}

/// An hour since 1970.
struct Hour: Hashable, Comparable {
    let number: Int64

    init(number: Int64) {
        self.number = number
    }

    init(of time: UnixTime) {
        let (quotient, remainder) = time.seconds.quotientAndRemainder(dividingBy: 3600)
        number = remainder < 0 ? quotient - 1 : quotient
    }

    static func < (lhs: Hour, rhs: Hour) -> Bool {
        lhs.number < rhs.number
    }

    /// The UTC day of the hour.
    var day: CalendarDay { UnixTime(number.multipliedReportingOverflow(by: 3600).partialValue).utcDay }
}
