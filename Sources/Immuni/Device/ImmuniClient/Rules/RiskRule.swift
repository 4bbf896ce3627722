import ClientKit
import ExposurePrimitives
import ImmuniAPI
import RiskModels

/// The rule by which the phone judges exposures, with all its parameters, from the signed settings alone.
struct RiskRule: Sendable {
    /// The rule of Total Risk Scores. Its configuration is also what the framework needs for every detection.
    let scores: ImmuniRule
    /// The rule of exposure windows that decides instead; nil if scores decide.
    let windows: Windows?

    struct Windows: Sendable {
        let rule: WindowRule.Checked
        /// Weighted minutes of a day.
        let notifyFromMinutes: Double
    }

    /// - Throws: the first value that is impossible.
    init(_ settings: AppSettings) throws(MobileClientError) {
        do throws(ExposureConfigurationError) {
            scores = try ImmuniRule(settings)
        } catch {
            throw .unusableSettings(error)
        }
        do throws(RiskParameterError) {
            windows = try settings.riskRule.map { setting throws(RiskParameterError) in
                Windows(rule: try setting.checked(), notifyFromMinutes: setting.notifyFromMinutes)
            }
        } catch {
            throw .unusableRule(error)
        }
    }

    /// Why the exposures of the last fourteen days have their scores.
    func finding(of infos: [ExposureInfo]) -> RiskFinding {
        RiskFinding(scores.assess(infos), notifyFrom: Double(scores.minimumRiskScore))
    }
}

extension RiskRule.Windows {
    var mapping: DiagnosisKeysDataMapping {
        switch rule {
        case .exposureWindows(let rule): rule.mapping
        case .dailySummaries(let rule): rule.mapping
        }
    }

    /// What the framework needs for daily summaries; nil if the rule reads windows at once.
    var summaries: DailySummariesConfiguration? {
        if case .dailySummaries(let rule) = rule { rule.configuration } else { nil }
    }

    /// Whether summaries have a day of which the owner is warned.
    func isMet(by summaries: [DailySummary]) -> Bool {
        summaries.contains { $0.daySummary.scoreSum >= notifyFromMinutes * 60 }
    }

    /// The days with their levels, and why.
    func finding(of windows: [ExposureWindow], on today: CalendarDay) -> RiskFinding {
        switch rule {
        case .exposureWindows(let rule):
            RiskFinding(windows, by: rule, on: today, notifyFrom: notifyFromMinutes)
        case .dailySummaries(let rule):
            RiskFinding(rule.assess(windows, today: today), notifyFrom: notifyFromMinutes * 60)
        }
    }
}
