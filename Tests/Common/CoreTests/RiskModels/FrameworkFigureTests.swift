import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

/// The figures of the framework's published source, restated here so that a clone without the vectors checks them too.
@Suite("The framework's figures")
struct FrameworkFigureTests {
    private static let ramp = [1, 2, 3, 4, 5, 6, 7, 8]
    private static let today = SampleWindow.today

    @Test("average the example in a comment of the source: 188 / 56 is 3")
    func workedExample() throws {
        let scans = [(0, 1), (10, 4), (50, 5)].map {
            AttenuationScan(time: UnixTime(1_600_000_000 + $0), attenuation: $1)
        }
        let exposures = Exposure.exposures(
            of: scans,
            thresholds: try AttenuationThresholds(low: 50, high: 74),
            timing: ExposureTiming(scanInterval: 6)
        )
        #expect(exposures.map(\.attenuation) == [3])
    }

    @Test("end an exposure after a pause of more than ten minutes", arguments: [(600, 1), (601, 2)])
    func pause(seconds: Int64, count: Int) throws {
        let scans = [0, seconds].map { AttenuationScan(time: UnixTime(1_600_000_000 + $0), attenuation: 40) }
        #expect(try Exposure.exposures(of: scans, thresholds: AttenuationThresholds([50])).count == count)
    }

    @Test("round durations to five minutes, half of it down", arguments: [(449, 300), (450, 300), (451, 600)])
    func rounding(seconds: Int, rounded: Int) {
        #expect(ExposureTiming().rounded(seconds) == rounded)
    }

    @Test(
        "put days since exposure into eight buckets",
        arguments: [
            (15, 1), (14, 1), (13, 2), (12, 2), (10, 3), (8, 4), (6, 5), (4, 6), (3, 7), (2, 7), (1, 8), (0, 8),
        ]
    )
    func days(days: Int, score: Int) throws {
        #expect(try Self.factors(days: days).days == score)
    }

    @Test(
        "put whole minutes into eight buckets",
        arguments: [
            (59, 1), (60, 2), (359, 2), (360, 3), (600, 3), (900, 4), (1200, 5), (1500, 6), (1859, 7), (1860, 8),
        ]
    )
    func duration(seconds: Int, score: Int) throws {
        #expect(try Self.factors(seconds: seconds).duration == score)
    }

    @Test(
        "count a transmission risk level that says nothing as 1",
        arguments: [(0, 1), (1, 1), (2, 2), (8, 8), (9, 1)]
    )
    func transmission(level: Int, score: Int) throws {
        #expect(try Self.factors(level: level).transmission == score)
    }

    @Test(
        "keep daily summaries for the configured number of days, and all of them with 0",
        arguments: [(14, 1), (13, 0), (0, 1)]
    )
    func daysKept(threshold: Int, count: Int) throws {
        let configuration = try DailySummariesConfiguration(
            reportTypeWeights: [.confirmedClinicalDiagnosis: 1],
            infectiousnessWeights: [.standard: 1],
            attenuationBucketThresholds: [30, 50, 60],
            attenuationBucketWeights: [1.5, 1, 0.5, 0],
            daysSinceExposureThreshold: threshold
        )
        let windows = [SampleWindow.make(attenuation: 50, age: 14)]
        let summaries = DailySummary.summaries(of: windows, under: configuration, today: Self.today)
        #expect(summaries.count == count)
        #expect(summaries.allSatisfy { $0.daySummary.scoreSum == 300 })
    }

    private static func factors(days: Int = 0, seconds: Int = 300, level: Int = 1) throws -> TotalRiskScore.Factors {
        let scores = try BucketScores(ramp)
        let configuration = try ExposureConfiguration(
            minimumRiskScore: 1,
            attenuationScores: scores,
            daysSinceLastExposureScores: scores,
            durationScores: scores,
            transmissionRiskScores: scores,
            attenuationThresholds: AttenuationThresholds(low: 50, high: 74)
        )
        let input = TotalRiskScore.Input(
            attenuation: 40,
            daysSinceKeyStart: days,
            durationSeconds: seconds,
            transmissionRiskLevel: level
        )
        return TotalRiskScore.factors(of: input, under: configuration)
    }
}
