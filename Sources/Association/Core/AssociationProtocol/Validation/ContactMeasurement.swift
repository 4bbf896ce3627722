/// How near the phones of a contact were, from what both of them measured.
///
/// The reporting phone could claim more than it measured. So the issuer's own measurement, which is in the ticket and
/// which the reporting phone cannot read, lowers its values: the weaker of the two signals counts.
public struct ContactMeasurement: Hashable, Sendable {
    /// Before the issuer's power is known, an attenuation is that of a phone that sends with 0 dBm: the received
    /// strength without its sign.
    public let scans: [MeasuredScan]

    /// What the reporting phone measured alone. A sample counts until the next one, and the last one as long as the one
    /// before, a minute at least.
    public init(_ details: RiskExposureDetails) {
        let samples = (details.rssiSeries ?? []).filter { Self.credible.contains(Int($0.rssi)) }
            .sorted { $0.second < $1.second }
        let gaps = zip(samples.dropFirst(), samples).map { $0.second - $1.second }
        let seconds = gaps + [max(gaps.last ?? 0, Self.shortest)]
        self.init(
            zip(samples, seconds).map { sample, seconds in
                MeasuredScan(attenuation: UInt8(clamping: -Int(sample.rssi)), seconds: min(seconds, Self.period))
            }
        )
    }

    /// What a phone measured, as another authority tells it.
    public init(_ scans: [MeasuredScan]) {
        var left = Self.maxSeconds
        self.scans = scans.map { scan in
            let seconds = min(scan.seconds, left)
            left -= seconds
            return MeasuredScan(attenuation: scan.attenuation, seconds: seconds)
        }
    }

    /// With the transmit power in dBm that the issuer states; nil if it states none.
    public func sent(with power: Int8?) -> ContactMeasurement {
        farther(by: Self.credited(power))
    }

    /// With the issuer's transmit power, and with all signals weaker by as many dB as the reporting phone's mean is
    /// above what the issuer measured. A contact that the issuer did not measure counts as if it had measured
    /// ``weakAttenuation``.
    ///
    /// - Parameters:
    ///   - observation: what the issuer measured; nil in the exact profile.
    ///   - reporterPower: the transmit power in dBm that the reporting phone states.
    public func weakened(by observation: IssuerObservation?, reporterPower: Int8? = nil) -> ContactMeasurement {
        let own = sent(with: observation?.transmitPower)
        guard let mean = own.meanAttenuation else {
            return own
        }
        let rssi = observation.flatMap { Self.measured.contains($0.rssi) ? Int($0.rssi) : nil }
        let seen = rssi.map { Self.credited(reporterPower) - $0 } ?? Self.weakAttenuation
        return own.farther(by: max(0, seen - mean))
    }

    private func farther(by decibels: Int) -> ContactMeasurement {
        ContactMeasurement(
            scans.map { scan in
                MeasuredScan(attenuation: UInt8(clamping: Int(scan.attenuation) + decibels), seconds: scan.seconds)
            }
        )
    }

    /// In dB; nil without measurements.
    public var meanAttenuation: Int? {
        scans.isEmpty ? nil : scans.reduce(0) { $0 + Int($1.attenuation) } / scans.count
    }

    /// The power that counts.
    private static func credited(_ power: Int8?) -> Int {
        Int(max(power ?? referencePower, weakestPower))
    }

    /// The transmit power in dBm of a phone that states none: the one at which phones were set to advertise, as
    /// `RadioCalibration.unknown`.
    public static let referencePower: Int8 = -15
    /// The lowest transmit power in dBm that counts, so a phone that states a lower one seems no nearer. A table of
    /// calibrations should list no weaker model.
    public static let weakestPower: Int8 = -20
    /// dB. The exposure rule counts a minute as far away as this a tenth of a near one, so a contact that one phone
    /// measured alone warns nobody in an hour.
    public static let weakAttenuation = 62

    /// dBm. iOS says 127 for "not available".
    private static let credible = -99 ... -10
    /// An issuer's. It may be corrected upwards.
    private static let measured: ClosedRange<Int8> = -99...126
    /// Seconds for which a sample counts at most: a phone at rest scans every five minutes.
    private static let period: UInt16 = 300
    /// Seconds for which the last sample counts at least.
    private static let shortest: UInt16 = 60
    /// Seconds of an interval.
    private static let maxSeconds = UInt16(AssociationInterval.seconds)
}
