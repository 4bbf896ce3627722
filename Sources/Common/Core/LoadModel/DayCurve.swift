import Foundation

/// How something that happens all day is distributed over the day, in slots of five minutes. The mean of a day is 1.
public struct DayCurve: Hashable, Sendable {
    /// The rate of each slot as a multiple of the day's mean.
    public let rates: [Double]

    /// A curve with the form of `weights`.
    ///
    /// - Parameter weights: one for each of ``slotCount`` slots, finite and not negative, with a positive sum.
    /// - Returns: nil for other weights.
    public init?(weights: [Double]) {
        let sum = weights.reduce(0, +)
        guard weights.count == Self.slotCount, weights.allSatisfy({ $0 >= 0 && $0.isFinite }), sum > 0, sum.isFinite
        else {
            return nil
        }
        self.init(scaled: weights.map { $0 / sum * Double(Self.slotCount) })
    }

    private init(scaled rates: [Double]) {
        self.rates = rates
    }

    /// The same at all times.
    public static let even = DayCurve(scaled: [Double](repeating: 1, count: slotCount))

    /// The rate of the busiest slot as a multiple of the day's mean.
    public var peak: Double { rates.max() ?? 1 }

    /// The second of the day at which `share` of the day's events have happened, on average.
    ///
    /// - Parameter share: from 0 to 1; values outside count as the nearest one.
    public func second(atShare share: Double) -> Double {
        var left = min(max(share, 0), 1) * Double(Self.slotCount)
        for (slot, rate) in rates.enumerated() {
            if left < rate {
                return (Double(slot) + left / rate) * Self.slotSeconds
            }
            left -= rate
        }
        return Self.secondsPerDay
    }

    public static let slotCount = 288
    public static let slotSeconds = 300.0
    public static let secondsPerDay = 86_400.0
}

// MARK: - What people do

extension DayCurve {
    /// Phones ask mostly while people are awake: least at five in the morning, most at five in the afternoon.
    ///
    /// - Parameter peak: the busiest slot by the mean, as in `CapacityQuestion`. The form is stretched until it has
    ///   this peak; peaks outside ``possiblePeaks`` count as the nearest one.
    public static func awake(peak: Double) -> DayCurve {
        let wanted = min(max(peak, possiblePeaks.lowerBound), possiblePeaks.upperBound)
        var exponents = 0.0...maxExponent
        // Halving 60 times leaves less than the accuracy of the numbers.
        for _ in 0..<60 {
            let middle = (exponents.lowerBound + exponents.upperBound) / 2
            exponents =
                waking(middle).peak < wanted
                ? middle...exponents.upperBound : exponents.lowerBound...middle
        }
        return waking(exponents.upperBound)
    }

    /// Multiples of the mean that ``awake(peak:)`` can reach.
    public static let possiblePeaks = 1.0...20.0

    /// A smooth day and night, raised to a power: the greater it is, the narrower is the day.
    private static func waking(_ exponent: Double) -> DayCurve {
        let weights = (0..<slotCount).map { slot in
            let hour = (Double(slot) + 0.5) / 12
            // 1 at the busiest hour, and a twentieth of it twelve hours away.
            let light = 0.525 + 0.475 * cos((hour - busiestHour) / 24 * 2 * .pi)
            return pow(light, exponent)
        }
        return DayCurve(weights: weights) ?? even
    }

    private static let busiestHour = 17.0
    /// Enough for a peak of 20.
    private static let maxExponent = 200.0
}
