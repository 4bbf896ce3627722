import Foundation

/// Moments of a day at which independent people do something: a Poisson process whose rate follows a curve.
public enum PoissonArrivals {
    /// The moments in ascending order, in seconds of the day, 0 included and 86 400 not.
    ///
    /// Waits between events are exponential in the share of the day that has passed on the curve, so the number of
    /// events in every part of the day is Poisson distributed, and parts are independent.
    ///
    /// - Parameter perDay: the mean number of a day, from 0 to ``maxPerDay``; others count as the nearest one.
    public static func seconds(
        perDay: Double,
        on curve: DayCurve,
        using generator: inout some RandomNumberGenerator
    ) -> [Double] {
        guard perDay > 0 else {
            return []
        }
        let mean = min(perDay, maxPerDay)
        var (found, share): ([Double], Double) = ([], 0)
        while true {
            share += -log1p(-Double.random(in: 0..<1, using: &generator)) / mean
            guard share < 1 else {
                return found
            }
            found.append(min(curve.second(atShare: share), DayCurve.secondsPerDay.nextDown))
        }
    }

    /// More than one machine sends.
    public static let maxPerDay = 1e8
}
