public import ExposurePrimitives
public import GAENCore

/// The matches of a phone over all its detections. A key counts once, and an authority's revision replaces its earlier
/// values.
public struct MatchedKeys: Sendable {
    private struct Entry {
        var match: Match
        var isRevised = false
    }

    private var entries: [TemporaryExposureKey.KeyData: Entry] = [:]

    public init() {}

    /// The result of taking a match.
    public enum Outcome: Sendable {
        case added
        /// The report type changed, and everything that depends on the key changes with it.
        case revised
        /// The key was revoked. Nothing depends on it any more, now or later.
        case removed
        /// The key was known already, and its change is not valid.
        case unchanged
        /// The key was known with another window: somebody offers its identifiers for longer than their owner used
        /// them.
        case refused
        /// The key belongs to an experiment.
        case ignored
    }

    /// The matches that count, in no particular order.
    public var matches: [Match] {
        entries.values.map(\.match).filter { $0.key.reportType != .revoked }
    }

    /// Takes a match of a verified export, and returns what happened to it.
    ///
    /// A report type may change once, and only as `DiagnosisKey.ReportType.mayBecome` allows.
    @discardableResult
    public mutating func record(_ match: Match) -> Outcome {
        guard let known = entries[match.key.key.keyData] else {
            return recordFirst(match)
        }
        guard known.match.key.key == match.key.key else {
            return .refused
        }
        let type = match.key.reportType ?? .unknown
        guard !known.isRevised, (known.match.key.reportType ?? .unknown).mayBecome(type) else {
            return .unchanged
        }
        entries[match.key.key.keyData] = Entry(match: match, isRevised: true)
        return type == .revoked ? .removed : .revised
    }

    private mutating func recordFirst(_ match: Match) -> Outcome {
        guard match.key.reportType != .recursive else {
            return .ignored
        }
        // A revoked key is remembered too, so that reading an older file later does not restore it.
        entries[match.key.key.keyData] = Entry(match: match)
        return match.key.reportType == .revoked ? .removed : .added
    }

    /// Forgets every key whose window ended fourteen days ago or earlier.
    public mutating func forgetExpired(at now: UnixTime) {
        entries = entries.filter { now.seconds(since: $0.value.match.key.key.windowEnd) < Retention.seconds }
    }
}
