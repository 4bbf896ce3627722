import ClientKit
import CoronaWarnPackages
import ExposurePrimitives
import RiskModels

/// What the phone knows of its owner's exposures: the last assessment, and what the next one needs.
struct RiskHistory: Codable, Equatable, Sendable {
    /// The last detection that succeeded, also one without anything new.
    private(set) var lastDetection: UnixTime?
    private(set) var finding: RiskFinding?
    /// The newest day of which the owner was notified.
    private var notifiedDay: CalendarDay?
    /// The summaries of detections with matches. The first calculation adds them up.
    private var summaries: [ScoreRecord] = []

    /// What a detection gives.
    enum Evidence: Sendable {
        /// There was nothing new, and nothing is owed: the last assessment still holds.
        case nothingNew
        /// All windows of the last days.
        case windows([ExposureWindow])
        /// The summary of the keys of these packages alone, with their exposures if the app asked for them.
        case summary(ExposureDetectionSummary, [ExposureInfo], of: [PackageSlot])
    }

    /// What an assessment changes.
    struct News: Hashable, Sendable {
        /// Whether a notification is due: a new day is at or above the threshold.
        let isNotified: Bool
        /// Whether the level that is shown changed between low and high.
        let levelChanged: Bool
    }

    init() {}

    /// Records a detection that succeeded.
    mutating func record(_ evidence: Evidence, by parameters: RiskParameters, at now: UnixTime) -> News {
        let today = now.utcDay
        let before = lastDetection == nil ? nil : isHigh(on: today)
        switch (evidence, parameters.rule) {
        case (.windows(let windows), .windows(let rule)):
            finding = RiskFinding(windows, by: rule, on: today, notifyFrom: parameters.notifyFrom)
        case (.summary(let summary, let infos, let packages), .scores(let rule)):
            summaries = adding(ScoreRecord(summary: summary, infos: infos, packages: packages, today: today))
            finding = Self.finding(of: summaries, by: rule, parameters, today: today)
        case (.nothingNew, .scores(let rule)):
            finding = Self.finding(of: summaries, by: rule, parameters, today: today)
        case (.nothingNew, .windows), (.windows, .scores), (.summary, .windows):
            // Evidence of the other calculation came in while the configuration changed. The next detection decides.
            break
        }
        lastDetection = now
        forgetExpired(on: today, maxAge: parameters.maxAge)
        return News(isNotified: notify(), levelChanged: before.map { $0 != isHigh(on: today) } ?? false)
    }

    /// Whether the exposures of a summary are of use: together with those before, they reach the notification.
    func wantsInfos(
        of summary: ExposureDetectionSummary,
        in packages: [PackageSlot],
        by parameters: RiskParameters,
        at now: UnixTime
    ) -> Bool {
        guard case .scores(let rule) = parameters.rule, summary.maximumRiskScore > 0 else {
            return false
        }
        let records = adding(ScoreRecord(summary: summary, infos: [], packages: packages, today: now.utcDay))
        let finding = Self.finding(of: records, by: rule, parameters, today: now.utcDay)
        return (finding.combination?.score ?? 0) >= parameters.notifyFrom
    }

    /// The summaries with a new one. It replaces those whose packages it includes, because a day's package has the keys
    /// of its hours once more.
    private func adding(_ record: ScoreRecord) -> [ScoreRecord] {
        summaries.filter { !record.includes($0) } + [record]
    }

    func level(on today: CalendarDay) -> RiskLevel { finding?.level(on: today) ?? .none }

    private func isHigh(on today: CalendarDay) -> Bool { level(on: today) == .high }

    /// The owner is notified once of a day, and of no day before it any more.
    private mutating func notify() -> Bool {
        guard let newest = finding?.notifiedDays.max(), notifiedDay.map({ newest > $0 }) != false else {
            return false
        }
        notifiedDay = newest
        return true
    }

    private mutating func forgetExpired(on today: CalendarDay, maxAge: Int) {
        finding = finding?.current(on: today)
        summaries.removeAll { today.days(since: $0.lastExposure) > maxAge }
        if let notifiedDay, today.days(since: notifiedDay) > maxAge || notifiedDay > today {
            self.notifiedDay = nil
        }
    }

    private static func finding(
        of records: [ScoreRecord],
        by rule: CoronaWarnScoreRule,
        _ parameters: RiskParameters,
        today: CalendarDay
    ) -> RiskFinding {
        let current = records.filter { today.days(since: $0.lastExposure) <= parameters.maxAge }
        let (summary, infos) = ScoreRecord.combined(current, on: today)
        return RiskFinding(
            rule.assess(summary, infos: infos, today: today),
            notifyFrom: parameters.notifyFrom,
            maxAge: parameters.maxAge
        )
    }
}

/// A detection's summary with the day from which it counts.
///
/// The framework gives a summary of the new keys alone, and each key is handed over once. So the phone adds summaries
/// up, as if all keys had been handed over together.
struct ScoreRecord: Codable, Hashable, Sendable {
    let summary: ExposureDetectionSummary
    let infos: [ExposureInfo]
    let lastExposure: CalendarDay
    /// The packages with the keys.
    let packages: [PackageSlot]

    init(summary: ExposureDetectionSummary, infos: [ExposureInfo], packages: [PackageSlot], today: CalendarDay) {
        self.summary = summary
        self.infos = infos
        self.packages = packages
        lastExposure = today.advanced(byDays: -summary.daysSinceLastExposure)
    }

    /// Whether all packages of an earlier record came again in this one, alone or as a part of their day.
    func includes(_ earlier: ScoreRecord) -> Bool {
        let hours = Set(packages.flatMap(\.hours))
        return !earlier.packages.isEmpty && earlier.packages.flatMap(\.hours).allSatisfy(hours.contains)
    }

    /// The summary of all records. Durations are added and capped as the framework caps them.
    static func combined(
        _ records: [ScoreRecord],
        on today: CalendarDay
    ) -> (ExposureDetectionSummary, [ExposureInfo]) {
        let matched = records.filter { $0.summary.matchedKeyCount > 0 }
        let ranges = matched.map(\.summary.attenuationDurations.count).max() ?? 0
        let durations = (0..<ranges).map { range in
            let sum = matched.reduce(0) { $0 + ($1.summary.attenuationDurations.dropFirst(range).first ?? 0) }
            return min(sum, ExposureInfo.longestDuration)
        }
        let summary = ExposureDetectionSummary(
            matchedKeyCount: matched.reduce(0) { $0 + $1.summary.matchedKeyCount },
            daysSinceLastExposure: matched.map(\.lastExposure).max().map { max(today.days(since: $0), 0) } ?? 0,
            attenuationDurations: durations,
            maximumRiskScore: matched.map(\.summary.maximumRiskScore).max() ?? 0,
            summationRiskScore: matched.reduce(0) { $0 + $1.summary.summationRiskScore }
        )
        return (summary, matched.flatMap(\.infos))
    }
}
