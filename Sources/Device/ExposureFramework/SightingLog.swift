import ExposurePrimitives
import GAENCore

/// What the phone heard in the last fourteen days, hour by hour: a scan changes the file of one hour alone.
struct SightingLog {
    private(set) var hours: [Hour: [Sighting]] = [:]

    /// Takes sightings as long as there are fewer than `limit` of their hour.
    ///
    /// - Returns: the hours that changed.
    mutating func append(_ new: some Sequence<Sighting>, upTo limit: Int) -> Set<Hour> {
        var changed: Set<Hour> = []
        for sighting in new where hours[Hour(of: sighting.time)]?.count ?? 0 < limit {
            hours[Hour(of: sighting.time), default: []].append(sighting)
            changed.insert(Hour(of: sighting.time))
        }
        return changed
    }

    /// Forgets what was heard fourteen days before `now`, or earlier.
    ///
    /// - Returns: the hours that changed.
    mutating func forgetExpired(at now: UnixTime) -> Set<Hour> {
        let limit = now.advanced(bySeconds: -Retention.seconds)
        var changed: Set<Hour> = []
        for (hour, sightings) in hours where hour <= Hour(of: limit) {
            let kept = sightings.filter { $0.time > limit }
            if kept.count < sightings.count {
                hours[hour] = kept.isEmpty ? nil : kept
                changed.insert(hour)
            }
        }
        return changed
    }

    mutating func set(_ sightings: [Sighting], in hour: Hour) {
        hours[hour] = sightings
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
