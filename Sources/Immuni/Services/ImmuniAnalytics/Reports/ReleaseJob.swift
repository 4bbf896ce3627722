package import AnalyticsStores
package import ClockPorts
import DifferentialPrivacy
package import ExposurePrimitives

/// Releases closed days: counts, draws the noise once, and keeps both the sums and their price in one transaction.
package struct ReleaseJob: Sendable {
    private let counts: RawCounts
    private let releases: any ReleaseStore
    private let configuration: ReportsConfiguration
    private let retentionDays: Int
    private let clock: any TrustedClock
    private let makeGenerator: @Sendable () -> any RandomNumberGenerator

    /// - Parameters:
    ///   - retentionDays: for how many days before today raw counts are complete. An older day is never released: part
    ///     of it may be deleted, and its zeros would look like figures.
    ///   - makeGenerator: the source of the noise, which must be unpredictable outside of tests.
    package init(
        counts: RawCounts,
        releases: any ReleaseStore,
        configuration: ReportsConfiguration,
        retentionDays: Int,
        clock: any TrustedClock,
        makeGenerator: @escaping @Sendable () -> any RandomNumberGenerator = { SystemRandomNumberGenerator() }
    ) {
        self.counts = counts
        self.releases = releases
        self.configuration = configuration
        self.retentionDays = retentionDays
        self.clock = clock
        self.makeGenerator = makeGenerator
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        package var released: [LedgerEntry] = []
        /// Releases over the budget.
        package var refused: [LedgerEntry] = []
        /// Days that can no longer be released.
        package var missed: [CalendarDay] = []
    }

    /// Releases every closed day that has no release, from the day of the first run on. Missed days are reported for a
    /// week. Throws `ClockHold` and releases nothing while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        let start = try await releases.startDay(notAfter: now.utcDay)
        let first = max(start, oldestWholeDay(at: now).advanced(byDays: -7))
        return try await release(Statistic.allCases, from: first, through: Self.lastClosedDay(at: now), renewing: false)
    }

    /// Releases the closed days from `first` to `last`.
    ///
    /// Throws `ClockHold` while the clock is not trusted.
    ///
    /// - Parameter renewing: whether days that have a release get another one, which costs again.
    package func release(
        _ statistics: [Statistic],
        from first: CalendarDay,
        through last: CalendarDay,
        renewing: Bool
    ) async throws -> Outcome {
        var outcome = Outcome()
        let now = try await clock.trustedNow()
        let ledger = try await releases.ledger()
        let earlier = Dictionary(grouping: ledger) { [$0.statistic.rawValue, $0.day.description] }
        let end = min(last, Self.lastClosedDay(at: now)).daysSinceEpoch + 1
        for number in first.daysSinceEpoch..<max(first.daysSinceEpoch, end) {
            let day = CalendarDay(daysSinceEpoch: number)
            for statistic in statistics {
                let releases = earlier[[statistic.rawValue, day.description]] ?? []
                guard renewing || releases.allSatisfy({ $0.void != nil }) else {
                    continue
                }
                guard day >= oldestWholeDay(at: now) else {
                    outcome.missed += outcome.missed.contains(day) ? [] : [day]
                    continue
                }
                try await release(statistic, of: day, renewal: releases.count, into: &outcome)
            }
        }
        return outcome
    }

    private func release(
        _ statistic: Statistic,
        of day: CalendarDay,
        renewal: Int,
        into outcome: inout Outcome
    ) async throws {
        guard let noise = configuration.noise(of: statistic) else {
            return
        }
        let counted = try await counts.leaves(of: statistic, on: day)
        // The retention of the day may have ended during the counting.
        let now = try await clock.trustedNow()
        guard day >= oldestWholeDay(at: now) else {
            outcome.missed += outcome.missed.contains(day) ? [] : [day]
            return
        }
        var generator = makeGenerator()
        let leaves = Cubes.leaves(of: statistic).map { ($0, (counted[$0] ?? 0) + noise.sample(using: &generator)) }
        let entry = LedgerEntry(
            statistic: statistic,
            day: day,
            renewal: renewal,
            epsilon: noise.epsilon,
            sensitivity: noise.sensitivity,
            releasedOn: now.utcDay
        )
        switch try await releases.keep(
            ReleasedCube(entry: entry, values: Dictionary(uniqueKeysWithValues: leaves)),
            within: configuration.budget
        ) {
        case .kept: outcome.released.append(entry)
        // Another process was faster: its noise is kept, and ours was never shown.
        case .exists: break
        case .overBudget: outcome.refused.append(entry)
        }
    }

    /// The last closed day. A day is closed an hour after its end, when all its uploads have been counted.
    package func lastClosedDay() async throws -> CalendarDay {
        Self.lastClosedDay(at: try await clock.trustedNow())
    }

    private static func lastClosedDay(at now: UnixTime) -> CalendarDay {
        now.advanced(bySeconds: -Self.grace).utcDay.advanced(byDays: -1)
    }

    private func oldestWholeDay(at now: UnixTime) -> CalendarDay { now.utcDay.advanced(byDays: -retentionDays) }

    private static let grace: Int64 = 3600
}
