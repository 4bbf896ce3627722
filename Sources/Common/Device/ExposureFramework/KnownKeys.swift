import ExposurePrimitives
import GAENCore

/// The published keys of people near the phone, for as long as the phone keeps their sightings.
///
/// Each key is stored as it was first published, and as it was revised. `MatchedKeys` decides their meaning.
struct KnownKeys: Hashable {
    /// The keys in the order of their arrival.
    private(set) var all: [DiagnosisKey]

    init(_ keys: [DiagnosisKey] = []) {
        all = keys
    }

    mutating func append(contentsOf keys: [DiagnosisKey]) {
        all += keys
    }

    /// Deletes every key whose window ended fourteen days before `now`, or earlier.
    mutating func forgetExpired(at now: UnixTime) {
        all.removeAll { now.seconds(since: $0.key.windowEnd) >= Retention.seconds }
    }
}
