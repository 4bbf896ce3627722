import CoronaWarnConfiguration
import ExposurePrimitives
import GAENCore
import RiskModels

@testable import CoronaWarnClient

/// Parameters, windows and summaries for tests.
enum SampleRisk {
    static let now = UnixTime(20_000 * UnixTime.secondsPerDay + 43_200)
    static let today = now.utcDay

    static func day(_ daysAgo: Int) -> CalendarDay { today.advanced(byDays: -daysAgo) }

    /// The published configuration after a change, as a phone has it: through a message.
    static func configuration(_ change: (inout PhoneConfiguration) -> Void = { _ in }) throws -> PhoneConfiguration {
        var configuration = PhoneConfiguration.published(country: "DE")
        change(&configuration)
        return try PhoneConfiguration(parsing: ValidConfiguration(configuration).secondGenerationMessage(for: .iOS))
    }

    static func parameters(_ change: (inout PhoneConfiguration) -> Void = { _ in }) throws -> RiskParameters {
        try RiskParameters(configuration(change))
    }

    /// A window at 40 dB near a person with the level 8: each minute counts 0.8 × 1.6 = 1.28.
    static func window(_ daysAgo: Int, minutes: Int) -> ExposureWindow {
        let scan = ScanInstance(typicalAttenuation: 45, minimumAttenuation: 40, secondsSinceLastScan: 60)
        return window(on: day(daysAgo), scans: Array(repeating: scan, count: minutes))
    }

    static func window(
        on day: CalendarDay,
        report: DiagnosisKey.ReportType = .confirmedTest,
        infectiousness: Infectiousness = .high,
        scans: [ScanInstance]
    ) -> ExposureWindow {
        ExposureWindow(
            date: day,
            reportType: report,
            infectiousness: infectiousness,
            calibrationConfidence: .high,
            scanInstances: scans
        )
    }

    static func summary(score: Int, minutes: [Int], daysAgo: Int = 1, keys: Int = 1) -> ExposureDetectionSummary {
        summary(score: score, seconds: minutes.map { $0 * 60 }, daysAgo: daysAgo, keys: keys)
    }

    static func summary(score: Int, seconds: [Int], daysAgo: Int = 0, keys: Int = 1) -> ExposureDetectionSummary {
        ExposureDetectionSummary(
            matchedKeyCount: keys,
            daysSinceLastExposure: daysAgo,
            attenuationDurations: seconds,
            maximumRiskScore: score,
            summationRiskScore: score
        )
    }

    /// A history by the published parameters.
    static func history(_ evidence: RiskHistory.Evidence) throws -> (RiskHistory, RiskHistory.News) {
        history(evidence, try parameters())
    }

    static func history(
        _ evidence: RiskHistory.Evidence,
        _ parameters: RiskParameters,
        at time: UnixTime = now
    ) -> (RiskHistory, RiskHistory.News) {
        var history = RiskHistory()
        let news = history.record(evidence, by: parameters, at: time)
        return (history, news)
    }
}
