import Foundation

/// How strongly one phone hears another: log-distance path loss with normal fluctuations in dB, the usual model of
/// radio planning (Rappaport, "Wireless Communications", log-distance path loss with shadowing).
///
/// The defaults describe people with phones in bags and pockets in a furnished room.
public struct RadioModel: Hashable, Sendable {
    /// Loss over the first metre in dB. Free space at 2.44 GHz by Friis' formula: 20·log₁₀(4π·1 m / 0.1229 m) = 40.2.
    public var lossAtOneMetre = 40.2
    /// Loss in dB in the two bodies, bags and pockets. Pockets and hands cost a few dB each, a body in the way more.
    public var bodyLoss = 7.0
    /// Loss grows by ten times this in dB with each tenfold distance: 2 in free space, 2.6 in a room full of things.
    public var pathLossExponent = 2.6
    /// Standard deviation in dB of what stays the same through an encounter: how people stand and carry their phones.
    public var shadowing = 3.0
    /// Standard deviation in dB from packet to packet: multipath that differs between the three advertising channels.
    public var fading = 3.0
    /// The weakest signal in dBm that a receiver decodes: the class of a phone's Bluetooth receiver at 1 Mbit/s.
    public var sensitivity = -100.0
    /// Packets that one scan may hear of one phone: 4 s of scanning over an advertising interval of 250 ms.
    public var packetsPerScan = 16

    public init() {}

    /// The loss in dB that is expected over `distance` metres; nearer than ten centimetres counts as that.
    public func expectedLoss(at distance: Double) -> Double {
        lossAtOneMetre + bodyLoss + 10 * pathLossExponent * log10(max(distance, 0.1))
    }

    /// What a receiver reports of a packet that arrives with `power` dBm: whole dBm in −127…126, nil where it is too
    /// weak to be decoded.
    public func reportedRSSI(of power: Double) -> Int8? {
        guard power >= sensitivity else {
            return nil
        }
        return Int8(min(max(power.rounded(), -127), 126))
    }

    /// The probability that the mean attenuation of an exposure, as the framework computes it, is at most `threshold`
    /// dB, where two phones are `distance` metres apart for `scans` scans.
    ///
    /// Analytic, to check simulations against. A scan counts with the strongest of its packets, so the mean lies below
    /// the expected loss. The scans count alike here, and every packet is taken to arrive; both hold near enough
    /// wherever a threshold for contacts lies.
    public func probability(
        thatMeanAttenuationIsAtMost threshold: Int,
        at distance: Double,
        scans: Int
    ) -> Double {
        let strongest = NormalDistribution.greatest(of: packetsPerScan)
        let mean = expectedLoss(at: distance) - fading * strongest.mean
        // Rounding a signal to whole dBm adds the variance of a uniform value, 1/12.
        let variancePerScan = fading * fading * strongest.variance + 1.0 / 12
        let deviation = (shadowing * shadowing + variancePerScan / Double(max(scans, 1))).squareRoot()
        // The framework rounds the mean to whole dB, halves up.
        return NormalDistribution.cumulative((Double(threshold) + 0.5 - mean) / deviation)
    }
}
