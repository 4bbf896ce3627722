import ExposurePrimitives
import ExposureTesting
import GAENCore
import RiskModels
import Testing

/// The file of daily summary vectors.
struct DailyVectors: Decodable {
    let dailyCases: [DailyCase]
    let configValidationCases: [ValidationCase]

    struct DailyCase: Decodable {
        let id: String
        let config: Configuration
        let todayDaysSinceEpoch: Int
        let windows: [Window]
        let expected: [Summary]
    }

    struct Configuration: Decodable {
        var reportTypeWeights: [Double]
        var infectiousnessWeights: [Double]
        var attenuationBucketThresholds: [Int]
        var attenuationBucketWeights: [Double]
        var daysSinceExposureThreshold: Int
        var minimumWindowScore: Double

        func value() throws -> DailySummariesConfiguration {
            try DailySummariesConfiguration(
                reportTypeWeights: Dictionary(
                    uniqueKeysWithValues: reportTypeWeights.enumerated().map {
                        (try #require(DiagnosisKey.ReportType(rawValue: $0)), $1)
                    }
                ),
                infectiousnessWeights: Dictionary(
                    uniqueKeysWithValues: infectiousnessWeights.enumerated().map {
                        (try #require(Infectiousness(rawValue: $0)), $1)
                    }
                ),
                attenuationBucketThresholds: attenuationBucketThresholds,
                attenuationBucketWeights: attenuationBucketWeights,
                daysSinceExposureThreshold: daysSinceExposureThreshold,
                minimumWindowScore: minimumWindowScore
            )
        }
    }

    struct Window: Decodable {
        let startUnix: Int64
        let reportType: Int
        let infectiousness: Int
        let scanInstances: [VectorScan]

        func value() throws -> ExposureWindow {
            ExposureWindow(
                date: UnixTime(startUnix).utcDay,
                reportType: try #require(DiagnosisKey.ReportType(rawValue: reportType)),
                infectiousness: try #require(Infectiousness(rawValue: infectiousness)),
                calibrationConfidence: .lowest,
                scanInstances: scanInstances.map(\.value)
            )
        }
    }

    struct Item: Decodable, Equatable {
        let scoreSum: Double
        let maximumScore: Double
        let weightedDurationSum: Double

        var value: ExposureSummaryItem {
            ExposureSummaryItem(
                maximumScore: maximumScore,
                scoreSum: scoreSum,
                weightedDurationSum: weightedDurationSum
            )
        }
    }

    struct Summary: Decodable {
        let daysSinceEpoch: Int
        let summary: Item
        let byReportType: [String: Item]

        func value() throws -> DailySummary {
            DailySummary(
                date: CalendarDay(daysSinceEpoch: daysSinceEpoch),
                daySummary: summary.value,
                summaries: Dictionary(
                    uniqueKeysWithValues: try byReportType.map { name, item in
                        (try #require(DiagnosisKey.ReportType.named(name)), item.value)
                    }
                )
            )
        }
    }

    /// A change of one parameter, after which a configuration is invalid or still valid.
    struct ValidationCase: Decodable {
        let change: Change
        let ok: Bool

        struct Change: Decodable {
            let thresholds: [Int]?
            let attenuationBucketWeights: [Double]?
            let reportTypeWeight: Double?
            let infectiousnessWeight: Double?
            let minimumWindowScore: Double?
            let daysSinceExposureThreshold: Int?
        }

        var isEmpty: Bool {
            change.thresholds == nil && change.attenuationBucketWeights == nil && change.reportTypeWeight == nil
                && change.infectiousnessWeight == nil && change.minimumWindowScore == nil
                && change.daysSinceExposureThreshold == nil
        }

        func apply(to base: Configuration) -> Configuration {
            var changed = base
            changed.attenuationBucketThresholds = change.thresholds ?? base.attenuationBucketThresholds
            changed.attenuationBucketWeights = change.attenuationBucketWeights ?? base.attenuationBucketWeights
            changed.reportTypeWeights[1] = change.reportTypeWeight ?? base.reportTypeWeights[1]
            changed.infectiousnessWeights[1] = change.infectiousnessWeight ?? base.infectiousnessWeights[1]
            changed.minimumWindowScore = change.minimumWindowScore ?? base.minimumWindowScore
            changed.daysSinceExposureThreshold =
                change.daysSinceExposureThreshold ?? base.daysSinceExposureThreshold
            return changed
        }
    }

    static func load() throws -> DailyVectors {
        try Vectors.decode(DailyVectors.self, from: "daily_summaries.json")
    }
}

/// A scan instance as the vectors write it.
struct VectorScan: Decodable {
    let typicalAttenuation: Int
    let minAttenuation: Int
    let secondsSinceLastScan: Int

    var value: ScanInstance {
        ScanInstance(
            typicalAttenuation: typicalAttenuation,
            minimumAttenuation: minAttenuation,
            secondsSinceLastScan: secondsSinceLastScan
        )
    }
}
