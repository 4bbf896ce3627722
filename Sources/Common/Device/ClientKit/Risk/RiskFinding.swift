public import ExposurePrimitives
import GAENCore
public import RiskModels

/// The result of an assessment: days with their levels, and why.
public struct RiskFinding: Codable, Hashable, Sendable {
    /// The days with a level, newest first.
    public let days: [Day]
    /// The minimum number of people behind the windows of a level; nil for the first calculation, which cannot tell.
    public let encounters: Encounters?
    /// Why: every exposure that was found, counted or not, newest day first.
    public let reasons: [RiskReason]
    /// The last step of the first calculation, over all days together.
    public let combination: RiskReason.Exposure?
    /// The days after which an exposure does not count any more.
    package let maxAge: Int

    package init(
        days: [Day],
        encounters: Encounters?,
        reasons: [RiskReason],
        combination: RiskReason.Exposure?,
        maxAge: Int
    ) {
        self.days = days
        self.encounters = encounters
        self.reasons = reasons
        self.combination = combination
        self.maxAge = maxAge
    }

    public struct Day: Codable, Hashable, Sendable {
        public let date: CalendarDay
        /// Low or high.
        public let level: RiskLevel
        /// Minutes, or points of the first calculation.
        public let score: Double
        /// Whether the owner is notified of this day.
        public let isNotified: Bool

        package init(date: CalendarDay, level: RiskLevel, score: Double, isNotified: Bool) {
            self.date = date
            self.level = level
            self.score = score
            self.isNotified = isNotified
        }
    }

    public struct Encounters: Codable, Hashable, Sendable {
        public let low: Int
        public let high: Int

        package init(low: Int, high: Int) {
            self.low = low
            self.high = high
        }
    }
}

extension RiskFinding {
    /// - Parameters:
    ///   - threshold: the score of a day, or of all days together, from which the owner is notified, in the unit of the
    ///     assessment.
    ///   - maxAge: the days after which an exposure does not count any more.
    package init(
        _ assessment: RiskAssessment,
        encounters: Encounters? = nil,
        notifyFrom threshold: Double,
        maxAge: Int = Retention.days
    ) {
        let unit = assessment.explanation.unit
        let overall = assessment.explanation.overall
        // A rule over all days has one score, and it counts for each day that is part of it.
        days = assessment.days.filter { $0.level != .none || overall == nil && $0.score >= threshold }
            .map { day in
                Day(
                    date: day.date,
                    level: day.level,
                    score: day.score * RiskReason.scale(of: unit),
                    isNotified: (overall?.value ?? day.score) >= threshold
                )
            }
        self.encounters = encounters
        reasons = assessment.explanation.days.map { RiskReason($0, unit: unit) }
        combination = overall.map { RiskReason.Exposure($0, scale: 1) }
        self.maxAge = maxAge
    }

    /// The finding of a rule of exposure windows.
    package init(
        _ windows: [ExposureWindow],
        by rule: CoronaWarnRule,
        on today: CalendarDay,
        notifyFrom threshold: Double
    ) {
        self.init(
            rule.assess(windows, today: today),
            encounters: Encounters(
                low: rule.minimumDistinctEncounters(.low, in: windows, today: today),
                high: rule.minimumDistinctEncounters(.high, in: windows, today: today)
            ),
            notifyFrom: threshold,
            maxAge: rule.maxAge
        )
    }

    /// The days of which the owner is notified.
    package var notifiedDays: Set<CalendarDay> { Set(days.filter(\.isNotified).map(\.date)) }

    /// The days that still count on `today`.
    package func days(on today: CalendarDay) -> [Day] {
        days.filter { today.days(since: $0.date) <= maxAge }
    }

    /// The level on `today`: none if no day has one.
    package func level(on today: CalendarDay) -> RiskLevel {
        days(on: today).map(\.level).max() ?? .none
    }

    /// What still counts on `today`. The exposures before it concern nobody any more.
    package func current(on today: CalendarDay) -> RiskFinding {
        RiskFinding(
            days: days(on: today),
            encounters: encounters,
            reasons: reasons.filter { today.days(since: $0.date) <= maxAge },
            combination: combination,
            maxAge: maxAge
        )
    }
}
