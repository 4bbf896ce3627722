import ExposurePrimitives
import GAENCore
import RiskModels

/// The published keys of people whom the phone was near, for as long as it remembers hearing them.
struct KnownKeys: Hashable {
    private(set) var entries: [TemporaryExposureKey.KeyData: Entry]

    /// A key as it was last published.
    struct Entry: Hashable {
        var key: DiagnosisKey
        /// Whether its report type changed; it changes once at most.
        var isRevised = false
    }

    init(_ entries: [Entry] = []) {
        self.entries = Dictionary(entries.map { ($0.key.key.keyData, $0) }) { first, _ in first }
    }

    /// Takes a key that matches what the phone heard. Of a known key only the report type may change, with what comes
    /// with it, and only as far as the framework allows. Keys of experiments, and revoked keys that are not known, tell
    /// nothing.
    mutating func add(_ key: DiagnosisKey, mapping: DiagnosisKeysDataMapping) {
        let type = mapping.reportType(of: key)
        guard let known = entries[key.key.keyData] else {
            if type != .recursive, type != .revoked {
                entries[key.key.keyData] = Entry(key: key)
            }
            return
        }
        // A key that comes back with another window is not believed.
        if !known.isRevised, known.key.key == key.key, mapping.reportType(of: known.key).mayBecome(type) {
            entries[key.key.keyData] = Entry(key: key, isRevised: true)
        }
    }

    /// Forgets every key whose window ended fourteen days before `now`, or earlier.
    mutating func forgetExpired(at now: UnixTime) {
        entries = entries.filter { now.seconds(since: $0.value.key.key.windowEnd) < Retention.seconds }
    }

    /// In the order of their bytes, which tells nothing.
    var all: [DiagnosisKey] {
        entries.sorted { $0.key < $1.key }.map(\.value.key)
    }
}
