import ClientKit
import CoronaWarnConfiguration
import ExposurePrimitives
import ExposureTesting
import GAENCore
import RiskModels
import Testing

@testable import CoronaWarnClient

/// The published test cases through the phone's own path: from the signed message to what is shown.
@Suite("The published cases on the phone", .needsForeignVectors)
struct RiskVectorTests {
    @Test("give the same levels, days and encounters")
    func windows() throws {
        let vectors = try ForeignVectors.decode(WindowVectors.self, from: "exposure_windows_cwa.json")
        #expect(vectors.cases.count == 28)
        let parameters = try SampleRisk.parameters { $0.windows = vectors.configuration }
        for vector in vectors.cases {
            let windows = try vector.windows.map { try $0.value() }
            let (history, _) = SampleRisk.history(.windows(windows), parameters)
            let finding = try #require(history.finding)
            func days(_ level: RiskLevel) -> [CalendarDay] {
                finding.days(on: SampleRisk.today).filter { $0.level == level }.map(\.date)
            }
            let outcome = WindowVectors.Case.Outcome(
                totalRiskLevel: Self.shownLevel(history),
                ageOfMostRecentLow: days(.low).max().map { SampleRisk.today.days(since: $0) },
                ageOfMostRecentHigh: days(.high).max().map { SampleRisk.today.days(since: $0) },
                daysLow: days(.low).count,
                daysHigh: days(.high).count,
                distinctEncountersLow: finding.encounters?.low ?? -1,
                distinctEncountersHigh: finding.encounters?.high ?? -1
            )
            #expect(outcome == vector.expected, "\(vector.id)")
        }
    }

    /// 1 for low, 2 for high, as the status shows it.
    private static func shownLevel(_ history: RiskHistory) -> Int {
        var tracing = TracingHistory()
        tracing.changed(isActive: true, at: SampleRisk.now.advanced(bySeconds: -UnixTime.secondsPerDay))
        return switch RiskStatus(history, tracing, needsDayOfTracing: false, at: SampleRisk.now) {
        case .low: 1
        case .high: 2
        case .inactive, .notKnownYet, .outdated: 0
        }
    }

    /// The contract's table of the first calculation (weights 1, 0.5 and 0.5; divisor 25): greatest score, seconds in
    /// each range, score.
    @Test(
        "give the same scores of the first calculation",
        arguments: [
            (0, 10, 0.0), (80, 10, 1.07), (128, 15, 2.56), (255, 30, 10.2), (128, 30, 5.12), (255, 40, 13.6),
            (64, 10, 0.85),
        ]
    )
    func scores(max: Int, seconds: Int, expected: Double) throws {
        let parameters = try SampleRisk.parameters {
            $0.riskCalculation = .normalisedScore
            $0.scores.attenuationWeights = [1, 0.5, 0.5]
            $0.scores.normalizationDivisor = 25
        }
        let summary = SampleRisk.summary(score: max, seconds: [seconds, seconds, seconds])
        let (history, _) = SampleRisk.history(.summary(summary, [], of: []), parameters)
        #expect(history.finding?.combination?.score == expected)
        #expect(Self.shownLevel(history) == 1)
    }

    @Test("classes that leave some score without a level are refused, as the apps' tests expect an error there")
    func gaps() throws {
        for classes in [
            [ScoreParameters.ScoreClass(level: .low, min: 0, max: 5), .init(level: .high, min: 6, max: nil)],
            [.init(level: .low, min: 0, max: 15), .init(level: .high, min: 15, max: 72)],
        ] {
            #expect(throws: InvalidConfiguration.self) { try SampleRisk.parameters { $0.scores.classes = classes } }
        }
    }
}

/// The file of the window vectors.
struct WindowVectors: Decodable {
    let configuration: CoronaWarnParameters
    let cases: [Case]

    struct Case: Decodable {
        let id: String
        let windows: [Window]
        let expected: Outcome

        struct Outcome: Decodable, Equatable {
            let totalRiskLevel: Int
            let ageOfMostRecentLow: Int?
            let ageOfMostRecentHigh: Int?
            let daysLow: Int
            let daysHigh: Int
            let distinctEncountersLow: Int
            let distinctEncountersHigh: Int
        }
    }

    struct Window: Decodable {
        let ageInDays: Int
        let reportType: Int
        let infectiousness: Int
        let calibrationConfidence: Int
        let scanInstances: [Scan]

        struct Scan: Decodable {
            let minAttenuation: Int
            let typicalAttenuation: Int
            let secondsSinceLastScan: Int
        }

        func value() throws -> ExposureWindow {
            ExposureWindow(
                date: SampleRisk.day(ageInDays),
                reportType: try #require(DiagnosisKey.ReportType(rawValue: reportType)),
                infectiousness: try #require(Infectiousness(rawValue: infectiousness)),
                calibrationConfidence: try #require(CalibrationConfidence(rawValue: calibrationConfidence)),
                scanInstances: scanInstances.map { scan in
                    ScanInstance(
                        typicalAttenuation: scan.typicalAttenuation,
                        minimumAttenuation: scan.minAttenuation,
                        secondsSinceLastScan: scan.secondsSinceLastScan
                    )
                }
            )
        }
    }
}
