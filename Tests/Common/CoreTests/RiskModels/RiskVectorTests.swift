import ExposureTesting
import RiskModels
import Testing

@Suite("The published risk vectors")
struct RiskVectorTests {
    @Test("give the same score for every input, factor by factor")
    func scores() throws {
        let vectors = try RiskVectors.load()
        #expect(!vectors.scoreCases.isEmpty)
        for vector in vectors.scoreCases {
            let configuration = try #require(try vectors.configurations[vector.config]?.value())
            let input = vector.input.value
            let factors = TotalRiskScore.factors(of: input, under: configuration)
            #expect(factors.attenuation == TotalRiskScore.AttenuationFactor(vector.expected.attenuationScore))
            #expect(factors.days == vector.expected.daysScore)
            #expect(factors.duration == vector.expected.durationScore)
            #expect(factors.transmission == vector.expected.transmissionScore)
            #expect(factors.product == vector.expected.product)
            #expect(TotalRiskScore.score(of: input, under: configuration) == vector.expected.riskScore)
        }
    }

    @Test("give the same rounded durations")
    func durations() throws {
        let vectors = try RiskVectors.load()
        #expect(!vectors.bucketizeDurationCases.isEmpty)
        for vector in vectors.bucketizeDurationCases {
            let duration = ExposureTiming().rounded(Int(vector.lastMinusFirstSeconds) + 300)
            #expect(duration == vector.durationSeconds)
        }
    }

    @Test("give the same scored exposures for the same scans")
    func pipeline() throws {
        let vectors = try RiskVectors.load()
        #expect(!vectors.pipelineCases.isEmpty)
        for vector in vectors.pipelineCases {
            let configuration = try #require(try vectors.configurations[vector.config]?.value())
            let exposures = Exposure.exposures(
                of: vector.scans.map(\.value),
                thresholds: configuration.attenuationThresholds,
                timing: ExposureTiming(
                    scanInterval: vector.scanIntervalSeconds,
                    longestGap: vector.maxGapSeconds,
                    interpolatesCrossings: vector.interpolate
                )
            )
            let scored = exposures.map { exposure in
                let input = RiskVectors.ScoreCase.Input(
                    attenuation: exposure.attenuation,
                    daysSinceKeyStart: vector.daysSinceKeyStart,
                    durationSeconds: exposure.durationSeconds,
                    transmissionRiskLevel: vector.transmissionRiskLevel
                )
                return RiskVectors.PipelineCase.Exposure(
                    attenuation: exposure.attenuation,
                    durationSeconds: exposure.durationSeconds,
                    attenuationDurationsSeconds: exposure.attenuationDurations,
                    riskScore: TotalRiskScore.score(of: input.value, under: configuration)
                )
            }
            #expect(scored == vector.expected.exposures, "\(vector.id)")
            #expect(scored.map(\.riskScore).max() ?? 0 == vector.expected.maximumRiskScore)
            #expect(scored.reduce(0) { $0 + $1.riskScore } == vector.expected.summedRiskScore)
            let sums = (0..<3).map { range in scored.reduce(0) { $0 + $1.attenuationDurationsSeconds[range] } }
            #expect(sums == vector.expected.attenuationDurationsSeconds)
        }
    }

    @Test("give the same average in the worked example of the framework's source")
    func workedExample() throws {
        let example = try RiskVectors.load().workedExample
        let exposures = Exposure.exposures(
            of: example.scans.map(\.value),
            thresholds: try AttenuationThresholds(low: 50, high: 74),
            timing: ExposureTiming(scanInterval: example.scanIntervalSeconds)
        )
        #expect(exposures.map(\.attenuation) == [example.expected])
    }
}
