package import ExposurePrimitives
package import GAENCore

/// The sightings behind one exposure window, scan by scan and in order of time.
package struct WindowSightings: Sendable {
    package let start: UnixTime
    /// The scans, at least one, each with at least one sighting.
    package let scans: [[MatchedSighting]]
    package let calibrationConfidence: CalibrationConfidence

    /// The windows of one key's credible sightings. A sighting thirty minutes after the start of a window begins the
    /// next one.
    package static func windows(of sightings: some Sequence<MatchedSighting>) -> [WindowSightings] {
        let credible = MatchedSighting.credible(sightings)
        var windows: [WindowSightings] = []
        var rest = credible[...]
        while let first = rest.first {
            let window = rest.prefix { $0.sighting.time.seconds(since: first.sighting.time) < longestWindow }
            windows.append(
                WindowSightings(
                    start: first.sighting.time,
                    scans: window.chunkedByScan(),
                    calibrationConfidence: CalibrationConfidence(first.metadata)
                )
            )
            rest = rest[window.endIndex...]
        }
        return windows
    }

    package var scanInstances: [ScanInstance] {
        scans.compactMap { scan in
            let attenuations = scan.map(\.attenuation)
            guard let first = scan.first, let minimum = attenuations.min() else {
                return nil
            }
            return ScanInstance(
                typicalAttenuation: (2 * attenuations.reduce(0, +) + scan.count) / (2 * scan.count),
                minimumAttenuation: minimum,
                secondsSinceLastScan: Self.secondsSinceLastScan(of: first.sighting)
            )
        }
    }

    private static func secondsSinceLastScan(of sighting: Sighting) -> Int {
        guard let previous = sighting.previousScan else {
            return assumedSecondsSinceLastScan
        }
        let minutes = minute(of: sighting.time) - minute(of: previous)
        // No clock is set back by four thousand years. The bound only prevents an overflow of the product.
        return 60 * Int(min(max(minutes, -Int64(Int32.max)), maxMinutesSinceLastScan))
    }

    /// Whole minutes since the epoch, rounded down.
    private static func minute(of time: UnixTime) -> Int64 {
        time.seconds >= 0 ? time.seconds / 60 : (time.seconds + 1) / 60 - 1
    }

    private static let longestWindow: Int64 = 1800
    private static let maxMinutesSinceLastScan: Int64 = 5
    private static let assumedSecondsSinceLastScan = 120
}

extension CalibrationConfidence {
    /// The confidence in a beacon's metadata. Version 1.0 of the metadata has none, which counts as the lowest.
    init(_ metadata: BroadcastMetadata) {
        let isGiven = (metadata.majorVersion, metadata.minorVersion) >= (1, 1)
        self = (isGiven ? CalibrationConfidence(rawValue: Int(metadata.calibrationConfidence)) : nil) ?? .lowest
    }
}
