import Foundation
package import ProximityRadio

/// The strength with which one phone hears another. The attenuation in dB grows with the logarithm of the distance. It
/// varies normally, once between pairs of phones and once between scans.
///
/// The defaults were measured on people who carry phones as usual; `docs/radio.md` describes the consequences.
package struct RadioModel: Hashable, Sendable {
    /// The expected attenuation in dB at one metre, including bodies, bags and pockets.
    package var attenuationAtOneMetre = 52.8
    /// The growth of the attenuation in dB with each tenfold distance.
    package var attenuationPerDecade = 14.1
    /// The standard deviation in dB of the part that is constant between two phones during an encounter: the phones'
    /// models, how they are carried, and whose body is in the way.
    package var pairDeviation = 4.7
    /// The standard deviation in dB between scans.
    package var scanDeviation = 5.8
    /// The weakest signal in dBm that a receiver decodes: the class of a phone's Bluetooth receiver at 1 Mbit/s.
    package var sensitivity = -100
    /// Milliseconds from one packet to the next, at least 1.
    package var advertisingInterval: Int64 = 250
    /// The times of scans.
    package var timing = ScanTiming()

    package init() {}

    /// The expected attenuation in dB over `distance` metres, which counts as at least ten centimetres.
    package func expectedAttenuation(at distance: Double) -> Double {
        attenuationAtOneMetre + attenuationPerDecade * log10(max(distance, 0.1))
    }

    /// The attenuation over `distance` metres as phones measure it, in whole dB; nil for an infinite distance.
    ///
    /// - Parameter offset: the difference in dB from the expected attenuation.
    func attenuation(over distance: Double, offset: Double) -> Int? {
        let limits = RadioTrace.attenuations
        return Int(exactly: (expectedAttenuation(at: distance) + offset).rounded())
            .map { min(max($0, limits.lowerBound), limits.upperBound) }
    }

    /// Whether a receiver decodes a signal sent with `power` dBm, after `attenuation` dB.
    func decodes(_ power: Int8, after attenuation: Int) -> Bool {
        Int(power) - attenuation >= sensitivity
    }

    /// The received strength in dBm, -127 to 126, of a signal sent with `power` dBm.
    static func strength(of power: Int8, after attenuation: Int) -> Int8 {
        Int8(min(max(Int(power) - attenuation, -127), 126))
    }

    /// The distance in metres with an expected attenuation of `attenuation` dB.
    package func distance(atExpectedAttenuation attenuation: Double) -> Double {
        pow(10, (attenuation - attenuationAtOneMetre) / attenuationPerDecade)
    }

    /// The probability that the mean attenuation of an exposure, rounded to whole dB as in the framework, is at most
    /// `threshold` dB. The two phones are `distance` metres apart for `scans` scans of equal weight, at least one.
    ///
    /// The formula is analytic, so simulations can be checked against it. It assumes that every packet arrives, which
    /// is nearly true at the distances of contact thresholds.
    package func probability(thatMeanAttenuationIsAtMost threshold: Int, at distance: Double, scans: Int) -> Double {
        // Rounding an attenuation to whole dB adds the variance of a uniform value, 1/12.
        let variancePerScan = scanDeviation * scanDeviation + 1.0 / 12
        let deviation = (pairDeviation * pairDeviation + variancePerScan / Double(max(scans, 1))).squareRoot()
        // The mean is rounded to whole dB, halves up.
        return NormalDistribution.cumulative((Double(threshold) + 0.5 - expectedAttenuation(at: distance)) / deviation)
    }
}
