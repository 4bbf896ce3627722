/// How near the phones of a contact were, from what both of them measured.
///
/// The reporting phone could claim more than it measured. So the issuer's own measurement, which is in the ticket and
/// which the reporting phone cannot read, lowers its values: the weaker of the two signals counts.
public struct ContactMeasurement: Hashable, Sendable {
    public let scans: [MeasuredScan]

    /// What the reporting phone measured alone.
    public init(_ details: RiskExposureDetails) {
        let samples = (details.rssiSeries ?? []).filter { Self.credible.contains(Int($0.rssi)) }
            .sorted { $0.second < $1.second }
        var left = Self.maxSeconds
        scans = samples.enumerated().map { position, sample in
            let next = position + 1 < samples.count ? samples[position + 1].second : .max
            let seconds = min(Int(next) - Int(sample.second), Self.period, left)
            left -= seconds
            return MeasuredScan(attenuation: UInt8(clamping: -Int(sample.rssi)), seconds: UInt16(clamping: seconds))
        }
    }

    /// What a phone measured, as another authority tells it.
    public init(_ scans: [MeasuredScan]) {
        self.scans = scans
    }

    /// With all signals weaker by as many dB as the reporting phone's mean is above what the issuer measured.
    ///
    /// - Parameter observation: what the issuer measured; nil in the exact profile.
    public func weakened(by observation: IssuerObservation?) -> ContactMeasurement {
        guard let issuer = observation.map({ Int($0.rssi) }), Self.credible.contains(issuer), !scans.isEmpty else {
            return self
        }
        let mean = -scans.reduce(0) { $0 + Int($1.attenuation) } / scans.count
        let lowering = max(0, mean - issuer)
        return ContactMeasurement(
            scans.map { scan in
                MeasuredScan(attenuation: UInt8(clamping: Int(scan.attenuation) + lowering), seconds: scan.seconds)
            }
        )
    }

    /// The mean as the other phone of a contact puts it into a ticket; nil without measurements.
    public var observation: IssuerObservation? {
        guard !scans.isEmpty else {
            return nil
        }
        let mean = -scans.reduce(0) { $0 + Int($1.attenuation) } / scans.count
        return try? IssuerObservation(
            rssi: Int8(clamping: mean),
            district: [UInt8](repeating: 0, count: IssuerObservation.districtSize)
        )
    }

    /// dBm. iOS says 127 for "not available".
    private static let credible = -99 ... -10
    /// Seconds for which a sample counts at most.
    private static let period = 60
    /// Seconds of an interval.
    private static let maxSeconds = Int(AssociationInterval.seconds)
}
