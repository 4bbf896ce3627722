public import ExposurePrimitives

/// The sightings of one phone that a diagnosis key explains.
public struct Match: Sendable {
    public let key: DiagnosisKey
    /// The sightings, at least one, in order of time, each within the tolerance of its interval.
    public let sightings: [MatchedSighting]

    /// Sorts the sightings by time; those of the same moment keep their order.
    init(key: DiagnosisKey, inOrderOfTime sightings: [MatchedSighting]) {
        self.key = key
        self.sightings = sightings.sorted { $0.sighting.time < $1.sighting.time }
    }
}

/// A sighting whose identifier came from a known key, so that its metadata can be read.
public struct MatchedSighting: Hashable, Sendable {
    public let sighting: Sighting
    /// The interval for which the identifier was made.
    public let interval: IntervalNumber
    public let metadata: BroadcastMetadata

    public init(sighting: Sighting, interval: IntervalNumber, metadata: BroadcastMetadata) {
        self.sighting = sighting
        self.interval = interval
        self.metadata = metadata
    }

    /// Reads the metadata of a sighting whose identifier was made from the same key as `key`.
    init(_ sighting: Sighting, in interval: IntervalNumber, by key: MetadataKey) {
        let metadata = key.transform(sighting.metadata, with: sighting.identifier)
        self.init(sighting: sighting, interval: interval, metadata: BroadcastMetadata(metadata))
    }
}

/// Finds which of a phone's sightings came from given keys.
public protocol KeyMatcher: Sendable {
    /// The matches among `keys`, in their order; keys without a match are left out.
    func matches(of keys: some Sequence<DiagnosisKey>) -> [Match]
}

/// The tolerance between a beacon's interval and the time of its reception (GAEN: `tkMatchingClockDriftRollingPeriods`,
/// 12 intervals, and the end of the interval itself: [i − 12, i + 13)).
public enum MatchingTolerance {
    public static let intervals = 12

    /// Whether an identifier made for `interval` may be seen at `time`.
    public static func allows(_ time: UnixTime, for interval: IntervalNumber) -> Bool {
        abs(Int(IntervalNumber(clamping: time).rawValue) - Int(interval.rawValue)) <= intervals
    }
}

/// A matcher that derives every identifier of every key and looks it up in a dictionary. It is short and simple to
/// check.
public struct DictionaryMatcher: KeyMatcher {
    private let sightings: [RollingProximityIdentifier: [Sighting]]

    public init(sightings: some Sequence<Sighting>) {
        self.sightings = Dictionary(grouping: sightings, by: \.identifier)
    }

    public func matches(of keys: some Sequence<DiagnosisKey>) -> [Match] {
        guard !sightings.isEmpty else {
            return []
        }
        return keys.compactMap(match)
    }

    private func match(_ key: DiagnosisKey) -> Match? {
        let derived = DerivedKeys(of: key.key.keyData)
        var matched: [MatchedSighting] = []
        for offset in 0..<UInt32(key.key.rollingPeriod) {
            let interval = IntervalNumber(key.key.rollingStart.rawValue + offset)
            let identifier = derived.identifier(at: interval)
            for sighting in sightings[identifier] ?? [] where MatchingTolerance.allows(sighting.time, for: interval) {
                matched.append(MatchedSighting(sighting, in: interval, by: derived.metadataKey))
            }
        }
        return matched.isEmpty ? nil : Match(key: key, inOrderOfTime: matched)
    }
}
