public import ExposurePrimitives
public import GAENCore

/// The matches of a phone over all its detections: a key counts once, and what an authority revises replaces what it
/// said before.
public struct MatchedKeys: Sendable {
    private struct Entry {
        var match: Match
        var isRevised = false
    }

    private var entries: [TemporaryExposureKey.KeyData: Entry] = [:]

    public init() {}

    /// What became of a match.
    public enum Outcome: Sendable {
        case added
        /// The report type changed, and with it everything that rests on the key.
        case revised
        /// The key was revoked: nothing rests on it any more, now or later.
        case removed
        /// Already known, and not validly changed.
        case unchanged
        /// Known with another window: somebody offers the key's identifiers for longer than their owner used them.
        case refused
        /// A key of an experiment.
        case ignored
    }

    /// The matches that count, in no particular order.
    public var matches: [Match] {
        entries.values.map(\.match).filter { $0.key.reportType != .revoked }
    }

    /// Takes a match of a verified export. A report type may change once, and only as
    /// `DiagnosisKey.ReportType.mayBecome` allows.
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
        // A revoked key is remembered too, so that an older file read later cannot bring it back.
        entries[match.key.key.keyData] = Entry(match: match)
        return match.key.reportType == .revoked ? .removed : .added
    }

    /// Forgets every key whose window ended fourteen days ago or earlier.
    public mutating func forgetExpired(at now: UnixTime) {
        entries = entries.filter { now.seconds(since: $0.value.match.key.key.windowEnd) < Retention.seconds }
    }
}
