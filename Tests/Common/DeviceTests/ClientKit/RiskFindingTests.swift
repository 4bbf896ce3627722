import ClientKit
import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("The finding of a rule of exposure windows")
struct RiskFindingTests {
    private let today = CalendarDay(daysSinceEpoch: 18_500)

    private func finding(maxAge: Int?) throws -> RiskFinding {
        var parameters = CoronaWarnParameters.published
        parameters.maxEncounterAgeInDays = maxAge
        let windows = [(0, 600), (1, 300), (10, 600), (15, 600)].map { age, seconds in
            ExposureWindow(
                date: today.advanced(byDays: -age),
                reportType: .confirmedTest,
                infectiousness: .high,
                calibrationConfidence: .high,
                scanInstances: [
                    ScanInstance(typicalAttenuation: 50, minimumAttenuation: 50, secondsSinceLastScan: seconds)
                ]
            )
        }
        return RiskFinding(windows, by: try CoronaWarnRule(parameters), on: today, notifyFrom: 9)
    }

    @Test("notifies of the days that reach the threshold and still count", arguments: [(9, [0]), (10, [0, 10])])
    func notified(maxAge: Int, ages: [Int]) throws {
        let finding = try finding(maxAge: maxAge)
        #expect(finding.notifiedDays.map { today.days(since: $0) }.sorted() == ages)
        #expect(finding.level(on: today.advanced(byDays: 1)) == .high)
        #expect(finding.level(on: today.advanced(byDays: maxAge + 1)) == .none)
    }

    @Test("counts no exposure for longer than phones keep it", arguments: [nil, 14, 100])
    func retention(maxAge: Int?) throws {
        let finding = try finding(maxAge: maxAge)
        #expect(finding.maxAge == 14)
        #expect(finding.current(on: today).notifiedDays.count == 2)
    }
}
