package import ProximityRadio
import Foundation

/// How strongly one phone hears another: the attenuation in dB grows with the logarithm of the distance and varies
/// normally, once from pair to pair of phones and once from scan to scan.
///
/// The defaults are measured on people with phones as they carry them; `docs/radio.md` says what follows from them.
package struct RadioModel: Hashable, Sendable {
    /// The attenuation in dB that is expected at one metre, what bodies, bags and pockets take included.
    package var attenuationAtOneMetre = 52.8
    /// The attenuation grows by this in dB with each tenfold distance.
    package var attenuationPerDecade = 14.1
    /// Standard deviation in dB of what stays the same between two phones through an encounter: the phones' kinds, how
    /// they are carried, and whose body is in the way.
    package var pairDeviation = 4.7
    /// Standard deviation in dB from scan to scan.
    package var scanDeviation = 5.8
    /// The weakest signal in dBm that a receiver decodes: the class of a phone's Bluetooth receiver at 1 Mbit/s.
    package var sensitivity = -100
    /// Milliseconds from one packet to the next, at least 1.
    package var advertisingInterval: Int64 = 250
    /// When phones scan.
    package var timing = ScanTiming()

    package init() {}

    /// The attenuation in dB that is expected over `distance` metres; nearer than ten centimetres counts as that.
    package func expectedAttenuation(at distance: Double) -> Double {
        attenuationAtOneMetre + attenuationPerDecade * log10(max(distance, 0.1))
    }

    /// The attenuation over `distance` metres as phones measure it, in whole dB; nil where they are infinitely far apart.
    ///
    /// - Parameter offset: what differs in dB from the expected attenuation.
    func attenuation(over distance: Double, offset: Double) -> Int? {
        let limits = RadioTrace.attenuations
        return Int(exactly: (expectedAttenuation(at: distance) + offset).rounded())
            .map { min(max($0, limits.lowerBound), limits.upperBound) }
    }

    /// Whether a receiver decodes what was sent with `power` dBm, after `attenuation` dB.
    func decodes(_ power: Int8, after attenuation: Int) -> Bool {
        Int(power) - attenuation >= sensitivity
    }

    /// The received strength in dBm, -127 to 126, of what was sent with `power` dBm.
    static func strength(of power: Int8, after attenuation: Int) -> Int8 {
        Int8(min(max(Int(power) - attenuation, -127), 126))
    }

    /// The distance in metres at which `attenuation` dB are expected.
    package func distance(atExpectedAttenuation attenuation: Double) -> Double {
        pow(10, (attenuation - attenuationAtOneMetre) / attenuationPerDecade)
    }

    /// The probability that the mean attenuation of an exposure, rounded to whole dB as the framework does, is at most
    /// `threshold` dB, where two phones are `distance` metres apart for `scans` scans of equal weight, at least one.
    ///
    /// Analytic, to check simulations against. Every packet is taken to arrive, which holds near enough wherever a
    /// threshold for contacts lies.
    package func probability(
        thatMeanAttenuationIsAtMost threshold: Int,
        at distance: Double,
        scans: Int
    ) -> Double {
        // Rounding an attenuation to whole dB adds the variance of a uniform value, 1/12.
        let variancePerScan = scanDeviation * scanDeviation + 1.0 / 12
        let deviation = (pairDeviation * pairDeviation + variancePerScan / Double(max(scans, 1))).squareRoot()
        // Rounded to whole dB, halves up.
        return NormalDistribution.cumulative((Double(threshold) + 0.5 - expectedAttenuation(at: distance)) / deviation)
    }
}
