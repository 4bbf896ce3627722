import AssociationProtocol
import AssociationStores

/// How near the phones of a contact were, from what both of them measured.
///
/// The reporting phone could claim more than it measured. So the issuer's own measurement, which is in the ticket and
/// which the reporting phone cannot read, lowers its values: the weaker of the two signals counts.
struct ContactMeasurement: Sendable {
    let scans: [MeasuredScan]

    /// - Parameter observation: what the issuer measured; nil in the exact profile.
    init(_ details: RiskExposureDetails, observation: IssuerObservation?) {
        let samples = (details.rssiSeries ?? []).filter { Self.credible.contains(Int($0.rssi)) }
            .sorted { $0.second < $1.second }
        let lowering = Self.lowering(samples, observation)
        var left = Self.maxSeconds
        scans = samples.enumerated().map { position, sample in
            let next = position + 1 < samples.count ? samples[position + 1].second : .max
            let seconds = min(Int(next) - Int(sample.second), Self.period, left)
            left -= seconds
            return MeasuredScan(
                attenuation: UInt8(clamping: lowering - Int(sample.rssi)),
                seconds: UInt16(clamping: seconds)
            )
        }
    }

    /// By how many dB the reporting phone's mean is above what the issuer measured.
    private static func lowering(_ samples: [RSSISample], _ observation: IssuerObservation?) -> Int {
        guard let issuer = observation.map({ Int($0.rssi) }), credible.contains(issuer), !samples.isEmpty else {
            return 0
        }
        let mean = samples.reduce(0) { $0 + Int($1.rssi) } / samples.count
        return max(0, mean - issuer)
    }

    /// dBm. iOS says 127 for "not available".
    private static let credible = -99 ... -10
    /// Seconds for which a sample counts at most.
    private static let period = 60
    /// Seconds of an interval.
    private static let maxSeconds = Int(AssociationInterval.seconds)
}
