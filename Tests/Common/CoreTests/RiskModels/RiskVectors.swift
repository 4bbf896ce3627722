import ExposurePrimitives
import ExposureTesting
import RiskModels

/// The parts of the file of first-generation risk vectors that the tests read.
struct RiskVectors: Decodable {
    let workedExample: WorkedExample
    let configurations: [String: Configuration]
    let scoreCases: [ScoreCase]
    let bucketizeDurationCases: [DurationCase]
    let pipelineCases: [PipelineCase]

    struct Scan: Decodable {
        let t: Int64
        let attenuation: Int

        var value: AttenuationScan {
            AttenuationScan(time: UnixTime(1_600_000_000 + t), attenuation: attenuation)
        }
    }

    struct WorkedExample: Decodable {
        let scanIntervalSeconds: Int
        let scans: [Scan]
        let expected: Int
    }

    struct Configuration: Decodable {
        let minimumRiskScore: Int
        let attenuationScores, daysSinceLastExposureScores, durationScores, transmissionRiskScores: [Int]
        let durationAtAttenuationThresholds: [Int]

        func value() throws -> ExposureConfiguration {
            try SampleConfiguration.make(
                minimum: minimumRiskScore,
                attenuation: attenuationScores,
                days: daysSinceLastExposureScores,
                duration: durationScores,
                transmission: transmissionRiskScores,
                thresholds: durationAtAttenuationThresholds
            )
        }
    }

    struct ScoreCase: Decodable {
        let config: String
        let input: Input
        let expected: Expected

        struct Input: Decodable {
            let attenuation, daysSinceKeyStart, durationSeconds, transmissionRiskLevel: Int

            var value: TotalRiskScore.Input {
                TotalRiskScore.Input(
                    attenuation: attenuation,
                    daysSinceKeyStart: daysSinceKeyStart,
                    durationSeconds: durationSeconds,
                    transmissionRiskLevel: transmissionRiskLevel
                )
            }
        }

        struct Expected: Decodable {
            let attenuationScore, daysScore, durationScore, transmissionScore, product, riskScore: Int
        }
    }

    struct DurationCase: Decodable {
        let lastMinusFirstSeconds: Int64
        let durationSeconds: Int
    }

    struct PipelineCase: Decodable {
        let id, config: String
        let scanIntervalSeconds, maxGapSeconds, daysSinceKeyStart, transmissionRiskLevel: Int
        let interpolate: Bool
        let scans: [Scan]
        let expected: Expected

        struct Expected: Decodable {
            let exposures: [Exposure]
            let maximumRiskScore, summedRiskScore: Int
            let attenuationDurationsSeconds: [Int]
        }

        struct Exposure: Decodable, Equatable {
            let attenuation, durationSeconds: Int
            let attenuationDurationsSeconds: [Int]
            let riskScore: Int
        }
    }

    static func load() throws -> RiskVectors {
        try Vectors.decode(RiskVectors.self, from: "risk_v1.json")
    }
}
