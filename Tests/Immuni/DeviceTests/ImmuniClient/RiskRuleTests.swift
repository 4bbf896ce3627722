import ClientKit
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import ImmuniAPI
import PhonePorts
import RiskModels
import Testing

@testable import ImmuniClient

@Suite("The rule that the settings of Immuni choose")
struct RiskRuleTests {
    /// The setting as JSON, with the published parameters of Corona-Warn or of the wide net.
    private static func setting(_ name: WindowRule.Name, notifyFrom minutes: Double) throws -> String {
        let encoder = JSONEncoder()
        let (member, parameters) =
            switch name {
            case .exposureWindows: ("exposure_windows", try encoder.encode(CoronaWarnParameters.published))
            case .dailySummaries: ("daily_summaries", try encoder.encode(DailySummaryRule.Parameters.wideNet))
            }
        let json = String(decoding: parameters, as: UTF8.self)
        return #"{"name": "\#(name.rawValue)", "notify_from_minutes": \#(minutes), "\#(member)": \#(json)}"#
    }

    private static func settings(_ rule: String?) throws -> AppSettings {
        try AppSettings(parsing: Data(SampleSettings.json(riskRule: rule)))
    }

    /// A phone under a rule that was near a person with symptoms since that day, and what its detection reports.
    private static func detected(_ rule: String?, rssi: Int8 = -60) async throws -> (SampleClient, DetectionReport) {
        let sample = try await SampleClient.onboarded(settings: SampleSettings.json(riskRule: rule))
        let met = try await sample.meet(seed: 10, minutes: 20, rssi: rssi)
        let key = DiagnosisKey(key: met.key, transmissionRiskLevel: 8, daysSinceOnsetOfSymptoms: 0)
        try await sample.authority.publish([key], as: 1)
        sample.clock.advance(bySeconds: 86_400)
        return (sample, await sample.detect())
    }

    private static func finding(_ sample: SampleClient) async throws -> RiskFinding {
        try #require(await sample.screen(after: .open(.risk)).risk)
    }

    @Test("is the Total Risk Score without the setting, and the app says why")
    func scores() async throws {
        #expect(try RiskRule(Self.settings(nil)).windows == nil)
        let (sample, report) = try await Self.detected(nil)
        #expect(report.lastContact != nil)
        #expect(try await sample.homeScreen().canExplain)
        let finding = try await Self.finding(sample)
        #expect(finding.days.map(\.level) == [.high])
        #expect(finding.reasons.map(\.score) == [15])
        #expect(finding.reasons.map(\.unit) == [.points])
    }

    @Test("warns from its own threshold on, and says why", arguments: WindowRule.Name.allCases)
    func thresholds(name: WindowRule.Name) async throws {
        let (first, report) = try await Self.detected(Self.setting(name, notifyFrom: 1))
        #expect(report.lastContact != nil)
        #expect(first.owner.alerts == [.exposureWindowsReleased])
        #expect(try await first.homeScreen().canExplain)
        let finding = try await Self.finding(first)
        let reason = try #require(finding.reasons.first)
        #expect(reason.unit == .minutes)
        #expect(reason.exposures.flatMap(\.parts).allSatisfy { $0.range != nil })
        let parts = reason.exposures.map { exposure in
            exposure.parts.reduce(0) { $0 + $1.amount * $1.weight } * exposure.factors.reduce(1, *)
        }
        #expect(abs(parts.reduce(0, +) - reason.score) < 1e-9, "the numbers lead to the score")

        let (at, _) = try await Self.detected(Self.setting(name, notifyFrom: reason.score - 1e-9))
        #expect(at.owner.shown.count == 1)
        let (above, nothing) = try await Self.detected(Self.setting(name, notifyFrom: reason.score + 0.01))
        #expect(nothing.lastContact == nil)
        #expect(above.owner.shown.isEmpty)
        #expect(try await !above.homeScreen().canExplain)
    }

    @Test("warns once of a day, however often new keys come", arguments: WindowRule.Name.allCases)
    func once(name: WindowRule.Name) async throws {
        let (sample, _) = try await Self.detected(Self.setting(name, notifyFrom: 1))
        #expect(sample.owner.shown.count == 1)
        sample.clock.advance(bySeconds: -86_400)
        let met = try await sample.meet(seed: 11, minutes: 20)
        let key = DiagnosisKey(key: met.key, transmissionRiskLevel: 8, daysSinceOnsetOfSymptoms: 0)
        sample.clock.advance(bySeconds: 86_400)
        try await sample.authority.publish([key], as: 2)
        #expect(await sample.detect().summary?.matchedKeyCount == 1)
        #expect(sample.owner.shown.count == 1, "the same day")
        #expect(try await Self.finding(sample).reasons.first?.exposures.count ?? 0 > 1)
    }

    @Test(
        "with an impossible parameter leaves everything for later",
        arguments: [
            #"{"name": "exposure-windows", "notify_from_minutes": 9}"#,
            #"{"name": "daily-summaries", "notify_from_minutes": 9}"#,
        ]
    )
    func impossible(rule: String) async throws {
        let (sample, report) = try await Self.detected(rule)
        guard case .unusableRule(let error) = report.interruption else {
            Issue.record("\(String(describing: report.interruption))")
            return
        }
        #expect(error.reason == "is missing")
        #expect(report.chunks.isEmpty)
        sample.authority.setSettings(SampleSettings.json())
        #expect(await sample.detect().lastContact != nil, "the chunk was kept")
    }

    @Test("has a threshold that a day can reach")
    func reachable() throws {
        func rule(_ minutes: Double) -> WindowRule {
            WindowRule(name: .exposureWindows, notifyFromMinutes: minutes, exposureWindows: .published)
        }
        func net(_ minutes: Double) -> WindowRule {
            WindowRule(name: .dailySummaries, notifyFromMinutes: minutes, dailySummaries: .wideNet)
        }
        // 1440 minutes, the greatest weight 1 and the greatest value 1.6.
        for reachable in [rule(2304), net(2880)] {
            #expect(throws: Never.self) { try reachable.checked() }
        }
        for impossible in [rule(2305), rule(0), rule(.nan), net(2881), net(-1)] {
            #expect(throws: RiskParameterError.self) { try impossible.checked() }
        }
    }

    @Test("an unknown name makes the settings unusable, so the earlier ones stay in force")
    func unknown() throws {
        #expect(throws: DecodingError.self) { try Self.settings(#"{"name": "stars", "notify_from_minutes": 1}"#) }
    }

    @Test("keeps reasons for fourteen days", arguments: [(13, true), (14, false)])
    func age(days: Int64, isKept: Bool) async throws {
        let (sample, _) = try await Self.detected(Self.setting(.dailySummaries, notifyFrom: 1))
        // The exposure was a day before the detection.
        sample.clock.advance(bySeconds: days * 86_400)
        #expect(try await !Self.finding(sample).reasons.isEmpty == isKept)
    }
}
