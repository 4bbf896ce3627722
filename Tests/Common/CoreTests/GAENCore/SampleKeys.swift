import ExposurePrimitives
import GAENCore

extension TemporaryExposureKey {
    /// A key of these sixteen bytes, for a whole day if nothing else is said.
    init(_ bytes: some Collection<UInt8>, start: UInt32, period: Int = 144) throws(KeyError) {
        try self.init(keyData: KeyData(bytes), rollingStart: IntervalNumber(start), rollingPeriod: period)
    }
}

extension Sighting {
    /// A sighting with ordinary metadata.
    init(_ identifier: RollingProximityIdentifier, at time: UnixTime) {
        let metadata = BroadcastMetadata(transmitPower: -14).encoded
        self.init(identifier: identifier, metadata: metadata, rssi: -60, time: time, previousScan: nil)
    }
}

/// A match that can be compared.
struct MatchDescription: Equatable {
    let key: DiagnosisKey
    let sightings: [MatchedSighting]

    static func all(of matches: some Sequence<Match>) -> [MatchDescription] {
        matches.map { MatchDescription(key: $0.key, sightings: $0.sightings) }
    }
}
