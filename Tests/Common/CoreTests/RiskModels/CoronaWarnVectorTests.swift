import ExposurePrimitives
import ExposureTesting
import GAENCore
import RiskModels
import Testing

@Suite("The published Corona-Warn vectors", .needsForeignVectors)
struct CoronaWarnVectorTests {
    private static let today = CalendarDay(daysSinceEpoch: 18_600)

    @Test("give the same levels, days and encounters")
    func cases() throws {
        let vectors = try ForeignVectors.decode(CoronaWarnVectors.self, from: "exposure_windows_cwa.json")
        #expect(!vectors.cases.isEmpty)
        let rule = try CoronaWarnRule(vectors.configuration)
        for vector in vectors.cases {
            let windows = try vector.windows.map { try $0.value(today: Self.today) }
            let assessment = rule.assess(windows, today: Self.today)
            let encounters = [RiskLevel.low, .high].map {
                rule.minimumDistinctEncounters($0, in: windows, today: Self.today)
            }
            let outcome = CoronaWarnVectors.Case.Outcome(
                // Corona-Warn shows "low" if there is nothing at all.
                totalRiskLevel: max(1, assessment.level.rawValue),
                ageOfMostRecentLow: assessment.mostRecentDay(of: .low).map { Self.today.days(since: $0) },
                ageOfMostRecentHigh: assessment.mostRecentDay(of: .high).map { Self.today.days(since: $0) },
                daysLow: assessment.days.count { $0.level == .low },
                daysHigh: assessment.days.count { $0.level == .high },
                distinctEncountersLow: encounters[0],
                distinctEncountersHigh: encounters[1]
            )
            #expect(outcome == vector.expected, "\(vector.id)")
        }
    }
}

/// The file of Corona-Warn's window vectors.
struct CoronaWarnVectors: Decodable {
    let configuration: CoronaWarnParameters
    let cases: [Case]

    struct Case: Decodable {
        let id: String
        let windows: [Window]
        let expected: Outcome

        struct Outcome: Decodable, Equatable {
            let totalRiskLevel: Int
            let ageOfMostRecentLow, ageOfMostRecentHigh: Int?
            let daysLow, daysHigh, distinctEncountersLow, distinctEncountersHigh: Int
        }
    }

    struct Window: Decodable {
        let ageInDays, reportType, infectiousness, calibrationConfidence: Int
        let scanInstances: [VectorScan]

        func value(today: CalendarDay) throws -> ExposureWindow {
            ExposureWindow(
                date: today.advanced(byDays: -ageInDays),
                reportType: try #require(DiagnosisKey.ReportType(rawValue: reportType)),
                infectiousness: try #require(Infectiousness(rawValue: infectiousness)),
                calibrationConfidence: try #require(CalibrationConfidence(rawValue: calibrationConfidence)),
                scanInstances: scanInstances.map(\.value)
            )
        }
    }
}
