import ExposurePrimitives
import GAENCore

/// The published keys of people whom the phone was near, for as long as it remembers hearing them: each as it was first
/// published, and as it was revised. What they amount to is for `MatchedKeys` to say.
struct KnownKeys: Hashable {
    /// In the order in which they came.
    private(set) var all: [DiagnosisKey]

    init(_ keys: [DiagnosisKey] = []) {
        all = keys
    }

    mutating func append(contentsOf keys: [DiagnosisKey]) {
        all += keys
    }

    /// Forgets every key whose window ended fourteen days before `now`, or earlier.
    mutating func forgetExpired(at now: UnixTime) {
        all.removeAll { now.seconds(since: $0.key.windowEnd) >= Retention.seconds }
    }
}
