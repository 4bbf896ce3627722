import DifferentialPrivacy
import Foundation

/// A log-linear trend of daily figures, continued for a week.
///
/// Quasi-likelihood: variance = dispersion × mean + noise², with a normal prior on the daily growth (mean 0, deviation
/// 0.1, a doubling in a week). With little data the prior keeps the trend near zero growth.
struct NotificationForecast {
    struct Observation {
        /// Days, 0 for the last.
        let time: Int
        let value: Double
        /// The deviation of the noise in `value`.
        let noiseDeviation: Double
    }

    /// The number of past days that are used.
    static let dayCount = 14
    /// The number of days that are forecast.
    static let horizon = 7
    static let minDays = 7
    private static let growthDeviation = 0.1
    private static let steps = 50

    private var level: Double
    private var growth = 0.0
    /// The covariance of level and growth.
    private var covariance = (level: 0.0, both: 0.0, growth: 0.0)
    private var dispersion = 1.0
    private let quantile: Double

    /// Nil for fewer than seven days.
    init?(_ observations: [Observation]) {
        guard observations.count >= Self.minDays else {
            return nil
        }
        quantile = Self.quantiles[min(observations.count, Self.dayCount) - Self.minDays]
        let mean = observations.reduce(0) { $0 + $1.value } / Double(observations.count)
        level = log(max(mean, Self.minMean(observations)))
        for _ in 0..<3 {
            for _ in 0..<Self.steps {
                improve(observations)
            }
            dispersion = Self.dispersion(observations) { exp(level + growth * Double($0)) }
        }
        improve(observations)
    }

    /// The smallest mean that can be distinguished from zero.
    private static func minMean(_ observations: [Observation]) -> Double {
        let noise = observations.reduce(0) { $0 + $1.noiseDeviation } / Double(observations.count)
        return max(0.5, noise / Double(observations.count).squareRoot())
    }

    /// One step of Fisher's scoring.
    private mutating func improve(_ observations: [Observation]) {
        var information = (level: 0.0, both: 0.0, growth: 1 / (Self.growthDeviation * Self.growthDeviation))
        var score = (level: 0.0, growth: -growth / (Self.growthDeviation * Self.growthDeviation))
        for observation in observations {
            let time = Double(observation.time)
            let mean = exp(level + growth * time)
            let variance = dispersion * mean + observation.noiseDeviation * observation.noiseDeviation
            let (slope, weight) = ((observation.value - mean) * mean / variance, mean * mean / variance)
            score.level += slope
            score.growth += slope * time
            information.level += weight
            information.both += weight * time
            information.growth += weight * time * time
        }
        let determinant = information.level * information.growth - information.both * information.both
        guard determinant > 0 else {
            return
        }
        covariance = (
            information.growth / determinant, -information.both / determinant, information.level / determinant
        )
        let change = covariance.level * score.level + covariance.both * score.growth
        // Steps are small, and end at the smallest distinguishable mean.
        level = max(level + min(max(change, -1), 1), log(Self.minMean(observations)))
        growth += min(max(covariance.both * score.level + covariance.growth * score.growth, -0.1), 0.1)
    }

    /// Pearson's dispersion, at least 1. It covers the extra variance from weekdays and clusters.
    private static func dispersion(_ observations: [Observation], mean: (Int) -> Double) -> Double {
        let excess = observations.reduce(0) { sum, observation in
            let expected = mean(observation.time)
            let residual = observation.value - expected
            return sum + (residual * residual - observation.noiseDeviation * observation.noiseDeviation) / expected
        }
        return max(1, excess / Double(observations.count - 2))
    }

    /// The figure `ahead` days after the last, with an interval for the count of that day. The trend and chance each
    /// get half of the allowed error.
    func day(_ ahead: Int, level confidence: Double) -> (value: Double, interval: ClosedRange<Double>) {
        let time = Double(ahead)
        let center = level + growth * time
        let variance = covariance.level + 2 * time * covariance.both + time * time * covariance.growth
        let reach = quantile * max(variance, 0).squareRoot()
        // In units of the dispersion, so a Poisson count has its variance.
        let range = PoissonLimits.prediction(
            lowerMean: exp(center - reach) / dispersion,
            upperMean: exp(center + reach) / dispersion,
            tail: (1 - confidence) / 4
        )
        let ends = (Double(range.lower) * dispersion, Double(max(range.lower, range.upper)) * dispersion)
        return (exp(center), ends.0...ends.1)
    }

    /// The 98.75 % points of Student's t with five degrees of freedom (for seven days) to twelve (for fourteen).
    private static let quantiles = [3.163, 2.969, 2.841, 2.752, 2.685, 2.634, 2.593, 2.560]
}

/// The time from exposure to the onset of symptoms: lognormal, ln T ~ N(1.621, 0.418²), so the median is 5.1 days
/// (Lauer et al., Annals of Internal Medicine 172, 2020).
enum Incubation {
    private static let mean = 1.621
    private static let deviation = 0.418

    /// The probability of an onset `days` after the day of exposure, both days taken as a whole.
    static func probability(days: Int) -> Double {
        days < 0 ? 0 : distribution(Double(days) + 0.5) - distribution(Double(days) - 0.5)
    }

    private static func distribution(_ time: Double) -> Double {
        time <= 0 ? 0 : erfc((mean - log(time)) / deviation / 2.0.squareRoot()) / 2
    }
}
