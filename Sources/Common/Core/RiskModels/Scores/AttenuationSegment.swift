import ExposurePrimitives

/// The time between two scans, with the attenuation of the earlier one.
struct AttenuationSegment {
    let seconds: Int
    let attenuation: Int
    let nextAttenuation: Int

    /// The segments of an exposure.
    ///
    /// The exposure begins `reach` seconds before its first scan and ends as long after its last, with their
    /// attenuations. Two scans of the same second leave no segment between them.
    static func segments(of scans: [AttenuationScan], reach: Int) -> [AttenuationSegment] {
        guard let first = scans.first, let last = scans.last else {
            return []
        }
        let before = AttenuationScan(
            time: first.time.advanced(bySeconds: -Int64(reach)),
            attenuation: first.attenuation
        )
        let after = AttenuationScan(time: last.time.advanced(bySeconds: Int64(reach)), attenuation: last.attenuation)
        // The first of several scans in one second represents them.
        let distinct = ([before] + scans + [after]).reduce(into: [AttenuationScan]()) { kept, scan in
            if kept.last?.time != scan.time {
                kept.append(scan)
            }
        }
        return zip(distinct, distinct.dropFirst()).map { scan, next in
            AttenuationSegment(
                seconds: Int(next.time.seconds(since: scan.time)),
                attenuation: scan.attenuation,
                nextAttenuation: next.attenuation
            )
        }
    }

    /// The mean weighted by time, halves rounded up; 0 without any time.
    static func meanAttenuation(of segments: [AttenuationSegment]) -> Int {
        let seconds = segments.reduce(0) { $0 + $1.seconds }
        let weighted = segments.reduce(0) { $0 + $1.seconds * $1.attenuation }
        return seconds == 0 ? 0 : (2 * weighted + seconds) / (2 * seconds)
    }

    /// Seconds below the first threshold, between the two if there are two, and from the last one on.
    static func durations(
        of segments: [AttenuationSegment],
        at thresholds: AttenuationThresholds,
        interpolating: Bool
    ) -> [Int] {
        let below = thresholds.values.map { threshold in
            segments.reduce(0) { $0 + $1.seconds(below: threshold, interpolating: interpolating) }
        }
        let total = segments.reduce(0) { $0 + $1.seconds }
        return zip(below + [total], [0] + below).map { $0 - $1 }
    }

    /// Seconds at each of the eight levels of attenuation that have a score.
    static func secondsAtLevels(of segments: [AttenuationSegment]) -> [Int] {
        segments.reduce(into: [Int](repeating: 0, count: BucketScores.count)) {
            $0[TotalRiskScore.attenuationLevel(of: $1.attenuation)] += $1.seconds
        }
    }

    /// The seconds below a threshold.
    ///
    /// All or none of them count, by the segment's attenuation. With interpolation they are split if the line to the
    /// next scan crosses the threshold at a whole second inside the segment.
    private func seconds(below threshold: Int, interpolating: Bool) -> Int {
        let isBelow = attenuation < threshold
        let change = nextAttenuation - attenuation
        // The line leads away from the threshold if the signs differ.
        guard interpolating, change != 0, (threshold - attenuation).signum() == change.signum() else {
            return isBelow ? seconds : 0
        }
        let crossing = (2 * seconds * abs(threshold - attenuation) + abs(change)) / (2 * abs(change))
        guard 0 < crossing, crossing < seconds else {
            return isBelow ? seconds : 0
        }
        return isBelow ? crossing : seconds - crossing
    }
}
