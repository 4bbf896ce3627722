import ExposurePrimitives
import GAENCore

/// What the phone heard in the last fourteen days, hour by hour: a scan changes the file of one hour alone.
struct SightingLog {
    private(set) var hours: [Hour: [Sighting]] = [:]
    /// The hours that are not in the storage as they are here.
    private(set) var unsaved: Set<Hour> = []

    /// Takes sightings as long as there are fewer than `limit` of their hour.
    mutating func append(_ new: some Sequence<Sighting>, upTo limit: Int) {
        for sighting in new {
            let hour = Hour(of: sighting.time)
            if hours[hour, default: []].count < limit {
                hours[hour, default: []].append(sighting)
                unsaved.insert(hour)
            }
        }
    }

    /// Forgets what was heard fourteen days before `now`, or earlier.
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

    /// Takes what the storage holds of `hour`.
    mutating func set(_ sightings: [Sighting], in hour: Hour) {
        hours[hour] = sightings
    }

    /// `hour` is in the storage now.
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

    /// The UTC day that it belongs to.
    var day: CalendarDay { UnixTime(number.multipliedReportingOverflow(by: 3600).partialValue).utcDay }
}
