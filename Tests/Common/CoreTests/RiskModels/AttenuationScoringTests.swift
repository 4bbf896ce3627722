import ExposurePrimitives
import RiskModels
import Testing

@Suite("Attenuation contributes to a score")
struct AttenuationScoringTests {
    private static let ramp = [1, 2, 3, 4, 5, 6, 7, 8]
    /// Half of the time at 40 dB (score 4), half at 70 dB (score 2): the mean is 55 dB (score 3).
    private static let scans = [(0, 40), (300, 70), (600, 70)].map {
        AttenuationScan(time: UnixTime(1_600_000_000 + $0), attenuation: $1)
    }

    @Test("as the score of the mean attenuation")
    func mean() throws {
        let factors = try Self.factors(scores: Self.ramp, scoring: .meanAttenuation)
        #expect(factors.attenuation == TotalRiskScore.AttenuationFactor(3))
        #expect(factors.product == 3)
    }

    @Test("or as the mean of the scores, weighted by the time at each level")
    func weighted() throws {
        // The first half of the time scores 8, the second 0. The score of their mean attenuation would be 0.
        let near = [0, 0, 0, 8, 8, 8, 8, 8]
        let weighted = try Self.factors(scores: near, scoring: .weightedByDuration)
        #expect((weighted.attenuation.sum, weighted.attenuation.seconds) == (3600, 900))
        #expect(weighted.product == 4)
        #expect(try Self.factors(scores: near, scoring: .meanAttenuation).product == 0)
    }

    @Test("and is rounded once, at the end, halves up")
    func rounding() throws {
        // Scores 1 and 0 for half of the time each: 0.5 × 1 becomes 1, and 0.5 × 3 becomes 2.
        let scores = [0, 0, 0, 1, 1, 1, 1, 1]
        #expect(try Self.factors(scores: scores, scoring: .weightedByDuration).product == 1)
        #expect(try Self.factors(scores: scores, scoring: .weightedByDuration, durationScore: 3).product == 2)
    }

    @Test("the same in both ways if the attenuation never changes", arguments: AttenuationScoring.allCases)
    func constant(scoring: AttenuationScoring) throws {
        for attenuation in [0, 10, 11, 15, 16, 27, 28, 33, 34, 51, 52, 63, 64, 73, 74, 255] {
            let scans = [0, 300, 600].map { AttenuationScan(time: UnixTime($0), attenuation: attenuation) }
            let product = try Self.factors(of: scans, scores: Self.ramp, scoring: scoring).product
            let level = [73, 63, 51, 33, 27, 15, 10].count { attenuation <= $0 }
            #expect(product == level + 1)
        }
    }

    @Test("at its mean if the time at each level is unknown")
    func unknownLevels() throws {
        let configuration = try SampleConfiguration.make(attenuation: Self.ramp, scoring: .weightedByDuration)
        for levels in [[], [Int](repeating: 0, count: 8)] {
            let input = TotalRiskScore.Input(
                attenuation: 55,
                secondsAtLevels: levels,
                daysSinceKeyStart: 0,
                durationSeconds: 600,
                transmissionRiskLevel: 1
            )
            #expect(TotalRiskScore.score(of: input, under: configuration) == 3)
        }
    }

    @Test("and one threshold splits the time in two")
    func oneThreshold() throws {
        for (threshold, durations) in [(50, [450, 450]), (40, [0, 900])] {
            let exposures = try Exposure.exposures(of: Self.scans, thresholds: AttenuationThresholds([threshold]))
            #expect(exposures.first?.attenuationDurations == durations)
        }
    }

    private static func factors(
        of scans: [AttenuationScan] = scans,
        scores: [Int],
        scoring: AttenuationScoring,
        durationScore: Int = 1
    ) throws -> TotalRiskScore.Factors {
        let configuration = try SampleConfiguration.make(
            minimum: 0,
            attenuation: scores,
            duration: [Int](repeating: durationScore, count: 8),
            thresholds: [50],
            scoring: scoring
        )
        let exposures = Exposure.exposures(of: scans, thresholds: configuration.attenuationThresholds)
        let exposure = try #require(exposures.first)
        let input = TotalRiskScore.Input(
            attenuation: exposure.attenuation,
            secondsAtLevels: exposure.secondsAtLevels,
            daysSinceKeyStart: 0,
            durationSeconds: exposure.durationSeconds,
            transmissionRiskLevel: 1
        )
        return TotalRiskScore.factors(of: input, under: configuration)
    }
}
