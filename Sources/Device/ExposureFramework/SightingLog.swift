import ExposurePrimitives
import GAENCore

/// What the phone heard in the last fourteen days, by UTC day.
struct SightingLog {
    private(set) var days: [CalendarDay: [Sighting]] = [:]

    /// Takes sightings as long as there are fewer than `limit` of their day.
    ///
    /// - Returns: the days that changed.
    mutating func append(_ new: some Sequence<Sighting>, upTo limit: Int) -> Set<CalendarDay> {
        var changed: Set<CalendarDay> = []
        for sighting in new where days[sighting.time.utcDay]?.count ?? 0 < limit {
            days[sighting.time.utcDay, default: []].append(sighting)
            changed.insert(sighting.time.utcDay)
        }
        return changed
    }

    /// Forgets what was heard fourteen days before `now`, or earlier.
    ///
    /// - Returns: the days that changed.
    mutating func forgetExpired(at now: UnixTime) -> Set<CalendarDay> {
        let limit = now.advanced(bySeconds: -Retention.seconds)
        var changed: Set<CalendarDay> = []
        for (day, sightings) in days where day <= limit.utcDay {
            let kept = sightings.filter { $0.time > limit }
            if kept.count < sightings.count {
                days[day] = kept.isEmpty ? nil : kept
                changed.insert(day)
            }
        }
        return changed
    }

    mutating func set(_ sightings: [Sighting], on day: CalendarDay) {
        days[day] = sightings
    }

    var all: [Sighting] {
        days.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}
