import DifferentialPrivacy
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@testable import ImmuniAnalytics

@Suite("Forecasts")
struct ForecastTests {
    /// A Poisson count: arrivals on a line for small means, the normal approximation for large ones.
    static func poisson(_ mean: Double, _ generator: inout SeededGenerator) -> Int {
        guard mean < 200 else {
            let angle = Double.random(in: 0..<(2 * .pi), using: &generator)
            let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &generator))).squareRoot()
            return max(0, Int((mean + mean.squareRoot() * radius * cos(angle)).rounded()))
        }
        var (count, place) = (-1, 0.0)
        repeat {
            count += 1
            place -= log(1 - Double.random(in: 0..<1, using: &generator)) / max(mean, 1e-9)
        } while place < 1
        return count
    }

    @Test(
        "the future count is in the interval in at least 95 % of cases, for each day of the week ahead",
        arguments: [5.0, 60, 2000],
        [-0.05, 0, 0.05]
    )
    func coverage(level: Double, growth: Double) throws {
        let noise = try #require(DiscreteLaplace(epsilon: Millionths(1_000_000)))
        let leaves = 24
        let deviation = (1.841 * Double(leaves)).squareRoot()
        var generator = SeededGenerator(seed: 12)
        var (covered, cases) = (0, 0)
        for _ in 0..<Effort.choose(quick: 80, whole: 200) {
            let observations = (1 - NotificationForecast.dayCount...0).map { time in
                var value = Self.poisson(level * exp(growth * Double(time)), &generator)
                for _ in 0..<leaves {
                    value += noise.sample(using: &generator)
                }
                return NotificationForecast.Observation(time: time, value: Double(value), noiseDeviation: deviation)
            }
            let forecast = try #require(NotificationForecast(observations))
            for ahead in 1...NotificationForecast.horizon {
                let truth = Self.poisson(level * exp(growth * Double(ahead)), &generator)
                covered += forecast.day(ahead, level: 0.95).interval.contains(Double(truth)) ? 1 : 0
                cases += 1
            }
        }
        #expect(Double(covered) >= 0.95 * Double(cases), "\(covered) of \(cases)")
    }

    @Test("much data makes a narrow interval, and days that vary more than chance a wider one")
    func widths() throws {
        func width(_ values: [Double]) throws -> Double {
            let observations = values.enumerated().map { place, value in
                NotificationForecast.Observation(time: place - 13, value: value, noiseDeviation: 5)
            }
            let (value, interval) = try #require(NotificationForecast(observations)).day(3, level: 0.95)
            return (interval.upperBound - interval.lowerBound) / value
        }
        let steady = [Double](repeating: 20_000, count: 14)
        #expect(try width(steady) < 0.1)
        let restless = (0..<14).map { $0 % 7 < 5 ? 24_000.0 : 10_000 }
        #expect(try width(restless) > 3 * width(steady))
    }

    @Test("fewer than seven days give no trend, and noise alone gives no crash")
    func little() {
        let noise = (0..<14).map { place in
            NotificationForecast.Observation(
                time: place - 13,
                value: place.isMultiple(of: 2) ? -20 : 20,
                noiseDeviation: 20
            )
        }
        #expect(NotificationForecast(Array(noise.prefix(6))) == nil)
        let (value, interval) = NotificationForecast(noise)?.day(7, level: 0.95) ?? (.nan, 0...0)
        #expect(value.isFinite && interval.lowerBound == 0 && interval.upperBound < 1000)
    }

    @Test("the incubation is the published one: a median of 5.1 days, 97.5 % within 11.5")
    func incubation() {
        let days = (0...60).map { Incubation.probability(days: $0) }
        for (last, share, tolerance) in [(60, 1, 1e-6), (5, 0.577, 0.01), (11, 0.975, 0.002)] {
            let sum: Double = days[0...last].reduce(0, +)
            #expect(abs(sum - share) < tolerance, "within \(last) days")
        }
        #expect(Incubation.probability(days: -1) == 0)
    }
}
