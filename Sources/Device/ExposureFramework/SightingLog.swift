import ExposurePrimitives
import GAENCore

/// What the phone heard in the last fourteen days.
struct SightingLog {
    private var sightings: [Sighting] = []

    mutating func append(contentsOf new: some Sequence<Sighting>) {
        sightings.append(contentsOf: new)
    }

    /// Forgets what was heard fourteen days before `now`, or earlier.
    mutating func forgetExpired(at now: UnixTime) {
        sightings.removeAll { now.seconds(since: $0.time) >= Retention.seconds }
    }

    var all: [Sighting] { sightings }
}
