import ClientKit
import ExposurePrimitives
import GAENCore
import RiskModels

// The reasons of a warning, with made-up facts.

extension AppScreen {
    static var risks: [SampleScreen] {
        let points = RiskReason.Part(range: nil, amount: 15, weight: 1)
        let near = RiskReason.Part(range: "[0, 55)", amount: 20, weight: 1.5)
        let far = RiskReason.Part(range: "[55, 63)", amount: 2, weight: 0.5)
        let excluded = exposure([far], factors: [1], score: 0, .filteredByMinutes)
        return [
            SampleScreen("risk-points", risk(.points, [exposure([points], score: 15)])),
            SampleScreen("risk-minutes", risk(.minutes, [exposure([near, far], factors: [1], score: 31), excluded])),
            SampleScreen("risk-nothing", .risk(nil)),
        ]
    }

    private static func risk(_ unit: RiskExplanation.Unit, _ exposures: [RiskReason.Exposure]) -> AppScreen {
        let score = exposures.map(\.score).reduce(0, +)
        return .risk(
            RiskFinding(
                days: [RiskFinding.Day(date: sampleDay, level: .high, score: score, isNotified: true)],
                encounters: unit == .minutes ? RiskFinding.Encounters(low: 0, high: 1) : nil,
                reasons: [RiskReason(date: sampleDay, score: score, unit: unit, exposures: exposures)],
                combination: nil,
                maxAge: Retention.days
            )
        )
    }

    private static func exposure(
        _ parts: [RiskReason.Part],
        factors: [Double] = [],
        score: Double,
        _ exclusion: RiskContribution.Exclusion? = nil
    ) -> RiskReason.Exposure {
        RiskReason.Exposure(parts: parts, factors: factors, divisor: 1, score: score, exclusion: exclusion)
    }
}
