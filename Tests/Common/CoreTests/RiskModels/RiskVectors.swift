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
        let attenuationScores: [Int]
        let daysSinceLastExposureScores: [Int]
        let durationScores: [Int]
        let transmissionRiskScores: [Int]
        let durationAtAttenuationThresholds: [Int]

        func value() throws -> ExposureConfiguration {
            try ExposureConfiguration(
                minimumRiskScore: minimumRiskScore,
                attenuationScores: BucketScores(attenuationScores),
                daysSinceLastExposureScores: BucketScores(daysSinceLastExposureScores),
                durationScores: BucketScores(durationScores),
                transmissionRiskScores: BucketScores(transmissionRiskScores),
                attenuationThresholds: AttenuationThresholds(
                    low: durationAtAttenuationThresholds[0],
                    high: durationAtAttenuationThresholds[1]
                )
            )
        }
    }

    struct ScoreCase: Decodable {
        let config: String
        let input: Input
        let expected: Expected

        struct Input: Decodable {
            let attenuation: Int
            let daysSinceKeyStart: Int
            let durationSeconds: Int
            let transmissionRiskLevel: Int
        }

        struct Expected: Decodable {
            let attenuationScore: Int
            let daysScore: Int
            let durationScore: Int
            let transmissionScore: Int
            let product: Int
            let riskScore: Int
        }
    }

    struct DurationCase: Decodable {
        let lastMinusFirstSeconds: Int64
        let durationSeconds: Int
    }

    struct PipelineCase: Decodable {
        let id: String
        let config: String
        let scanIntervalSeconds: Int
        let maxGapSeconds: Int
        let interpolate: Bool
        let daysSinceKeyStart: Int
        let transmissionRiskLevel: Int
        let scans: [Scan]
        let expected: Expected

        struct Expected: Decodable {
            let exposures: [Exposure]
            let maximumRiskScore: Int
            let summedRiskScore: Int
            let attenuationDurationsSeconds: [Int]
        }

        struct Exposure: Decodable, Equatable {
            let attenuation: Int
            let durationSeconds: Int
            let attenuationDurationsSeconds: [Int]
            let riskScore: Int
        }
    }

    static func load() throws -> RiskVectors {
        try Vectors.decode(RiskVectors.self, from: "risk_v1.json")
    }
}
