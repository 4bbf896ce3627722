import ClientKit
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import PhonePorts
import RiskModels
import Testing

@testable import ImmuniClient

@Suite("The detection history")
struct DetectionHistoryTests {
    private static let today = CalendarDay(daysSinceEpoch: 20_000)

    @Test("uploads the least recent summaries, oldest first")
    func summaries() {
        let history = Self.history(days: [0, 3, 2, 1])
        let info = history.epidemiologicalInfo(summaryCount: 2, infoCount: 10, on: Self.today)
        #expect(info.summaries.map(\.date) == [Self.day(-3), Self.day(-2)])
    }

    @Test("uploads the infos of the highest score, then the least recent, within their summaries")
    func infos() {
        var history = DetectionHistory()
        history.append(Self.record(day: -2, infos: [Self.info(day: -3, score: 5), Self.info(day: -4, score: 15)]))
        history.append(Self.record(day: -1, infos: [Self.info(day: -2, score: 15), Self.info(day: -1, score: 15)]))
        let info = history.epidemiologicalInfo(summaryCount: 10, infoCount: 2, on: Self.today)
        #expect(info.summaries.map { $0.exposureInfo.map(\.date) } == [[Self.day(-4)], [Self.day(-2)]])
        let all = history.epidemiologicalInfo(summaryCount: 10, infoCount: 4, on: Self.today)
        #expect(all.summaries.map(\.exposureInfo.count) == [2, 2])
    }

    @Test("deletes entries after fourteen days, not on the fourteenth")
    func retention() {
        var history = Self.history(days: [14, 15])
        let info = history.epidemiologicalInfo(summaryCount: 10, infoCount: 10, on: Self.today)
        #expect(info.summaries.map(\.date) == [Self.day(-14)])
        history.forgetExpired(on: Self.today)
        #expect(history.records.map(\.day) == [Self.day(-14)])
        history.forgetExpired(on: CalendarDay(daysSinceEpoch: 0))
        #expect(history.records.count == 1, "a clock that was set back loses nothing")
    }

    @Test("deletes entries on the day, whether the phone makes a detection or not")
    func switchedOff() async throws {
        let sample = try await SampleClient.onboarded()
        try await sample.authority.publish([sample.meet(seed: 10, minutes: 20)], as: 1)
        await sample.detect()
        await sample.send(.setService(isOn: false))
        sample.clock.advance(bySeconds: 14 * 86_400)
        await sample.send(.woken(.backgroundSession))
        #expect(await sample.client.state.session.history.records.count == 1)
        sample.clock.advance(bySeconds: 86_400)
        await sample.send(.woken(.backgroundSession))
        #expect(await sample.client.state.session.history.records.isEmpty)
    }

    @Test("leaves out infos of exposures more than fourteen days ago")
    func oldInfos() {
        var history = DetectionHistory()
        history.append(Self.record(day: -10, infos: [Self.info(day: -14, score: 1), Self.info(day: -15, score: 1)]))
        let info = history.epidemiologicalInfo(summaryCount: 10, infoCount: 10, on: Self.today)
        #expect(info.summaries.flatMap(\.exposureInfo).map(\.date) == [Self.day(-14)])
        history.forgetExpired(on: Self.today)
        #expect(history.records.flatMap(\.infos).map(\.date) == [Self.day(-14)])
    }

    @Test("limits values to the contract's ranges")
    func clamps() {
        var history = DetectionHistory()
        let extreme = ExposureInfo(
            date: Self.today,
            duration: 9000,
            attenuationValue: 400,
            attenuationDurations: [9000, 1800, -1],
            transmissionRiskLevel: 9,
            totalRiskScore: 5000
        )
        let summary = ExposureDetectionSummary(
            matchedKeyCount: 70_000,
            daysSinceLastExposure: 20,
            attenuationDurations: [1801, 1800, 0],
            maximumRiskScore: 4097,
            summationRiskScore: 0
        )
        history.append(DetectionHistory.Record(day: Self.today, summary: summary, infos: [extreme]))
        let info = EpidemiologicalInfo.Info(
            date: Self.today,
            duration: 1800,
            attenuationValue: 255,
            attenuationDurations: [1800, 1800, 0],
            transmissionRiskLevel: 8,
            totalRiskScore: 4096
        )
        let expected = EpidemiologicalInfo.DetectionSummary(
            date: Self.today,
            matchedKeyCount: 65_535,
            daysSinceLastExposure: 14,
            attenuationDurations: [1800, 1800, 0],
            maximumRiskScore: 4096,
            exposureInfo: [info]
        )
        let uploaded = history.epidemiologicalInfo(summaryCount: 10, infoCount: 10, on: Self.today)
        #expect(uploaded.summaries == [expected])
    }

    private static func day(_ offset: Int) -> CalendarDay { today.advanced(byDays: offset) }

    private static func history(days: [Int]) -> DetectionHistory {
        days.reduce(into: DetectionHistory()) { $0.append(record(day: -$1, infos: [])) }
    }

    private static func record(day offset: Int, infos: [ExposureInfo]) -> DetectionHistory.Record {
        let summary = ExposureDetectionSummary(
            matchedKeyCount: 1,
            daysSinceLastExposure: 1,
            attenuationDurations: [0, 0, 0],
            maximumRiskScore: 15,
            summationRiskScore: 15
        )
        return DetectionHistory.Record(day: day(offset), summary: summary, infos: infos)
    }

    private static func info(day offset: Int, score: Int) -> ExposureInfo {
        ExposureInfo(
            date: day(offset),
            duration: 900,
            attenuationValue: 50,
            attenuationDurations: [900, 0, 0],
            transmissionRiskLevel: 8,
            totalRiskScore: score
        )
    }
}
