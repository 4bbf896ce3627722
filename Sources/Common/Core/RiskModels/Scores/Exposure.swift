package import ExposurePrimitives

/// One period near a person who tested positive, measured exactly. Apps see it as `ExposureInfo`.
package struct Exposure: Hashable, Sendable {
    /// The time of the first scan.
    package let start: UnixTime
    /// The duration in steps of five minutes, at least one step, not capped.
    package let durationSeconds: Int
    /// Mean attenuation in dB, each scan weighted by the time that it represents.
    package let attenuation: Int
    /// Seconds below the first threshold, between the two if there are two, and from the last one on. They are neither
    /// rounded nor capped.
    package let attenuationDurations: [Int]
    /// Seconds at each of the eight levels of attenuation that have a score, farthest first.
    package let secondsAtLevels: [Int]
}

/// The times that decide how scans become exposures. The values in use are the defaults.
package struct ExposureTiming: Hashable, Sendable {
    /// The time that one scan represents, in seconds, and the step of durations; at least 2.
    package let scanInterval: Int
    /// A longer pause between two scans, in seconds, starts another exposure.
    package let longestGap: Int
    /// Whether a duration is split at the point at which the straight line between two scans crosses a threshold.
    /// Otherwise it counts completely by the earlier scan. The framework shipped with this off.
    package let interpolatesCrossings: Bool

    package init(scanInterval: Int = 300, longestGap: Int = 600, interpolatesCrossings: Bool = false) {
        self.scanInterval = scanInterval
        self.longestGap = longestGap
        self.interpolatesCrossings = interpolatesCrossings
    }

    /// `seconds` in whole steps: up to half a step goes down, more goes up.
    package func rounded(_ seconds: Int) -> Int {
        let remainder = seconds % scanInterval
        return seconds - remainder + (remainder * 2 > scanInterval ? scanInterval : 0)
    }
}

extension Exposure {
    /// The exposures that result from `scans`, in order of time.
    package static func exposures(
        of scans: some Sequence<AttenuationScan>,
        thresholds: AttenuationThresholds,
        timing: ExposureTiming = ExposureTiming()
    ) -> [Exposure] {
        var groups: [[AttenuationScan]] = []
        for scan in scans {
            if let last = groups.last?.last, scan.time.seconds(since: last.time) <= Int64(timing.longestGap) {
                groups[groups.count - 1].append(scan)
            } else {
                groups.append([scan])
            }
        }
        return groups.compactMap { Exposure(scans: $0, thresholds: thresholds, timing: timing) }
    }

    private init?(scans: [AttenuationScan], thresholds: AttenuationThresholds, timing: ExposureTiming) {
        guard let first = scans.first, let last = scans.last else {
            return nil
        }
        let segments = AttenuationSegment.segments(of: scans, reach: timing.scanInterval / 2)
        start = first.time
        durationSeconds = timing.rounded(Int(last.time.seconds(since: first.time)) + timing.scanInterval)
        attenuation = AttenuationSegment.meanAttenuation(of: segments)
        attenuationDurations = AttenuationSegment.durations(
            of: segments,
            at: thresholds,
            interpolating: timing.interpolatesCrossings
        )
        secondsAtLevels = AttenuationSegment.secondsAtLevels(of: segments)
    }
}
