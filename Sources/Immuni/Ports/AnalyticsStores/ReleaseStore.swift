public import DifferentialPrivacy
public import ExposurePrimitives
public import Persistence

/// The statistics that are counted and released, one cube for each day.
public enum Statistic: String, Sendable, CaseIterable {
    /// Operational Info without Exposure by province, platform and the three flags.
    case working
    /// Operational Info with Exposure by province and platform.
    case notified
    /// Operational Info with Exposure by the days since the last Risky Exposure.
    case exposureAge = "exposure-age"
    /// Epidemiological Info by duration, attenuation and Total Risk Score.
    case epidemiological
}

/// The counts of one day with their noise. Outside the raw tables nothing else is kept about the day.
public struct ReleasedCube: Hashable, Sendable {
    public let entry: LedgerEntry
    /// The count with its noise for every leaf of the statistic, by the leaf's name.
    public let values: [String: Int]

    public init(entry: LedgerEntry, values: [String: Int]) {
        self.entry = entry
        self.values = values
    }
}

/// A line of the ledger: the cost of one release.
public struct LedgerEntry: Hashable, Sendable {
    public let statistic: Statistic
    /// The day that was counted, in UTC.
    public let day: CalendarDay
    /// 0 for the first release of the day, 1 for the first renewal, and so on.
    public let renewal: Int
    public let epsilon: Millionths
    /// The maximum change of the cube that one phone can cause.
    public let sensitivity: Int
    public let releasedOn: CalendarDay
    /// Nil for a valid release; see ``Void``.
    public let void: Void?

    /// A release of a future day, made by a wrong clock. It is never shown, and the day is released again.
    public enum Void: String, Hashable, Sendable {
        /// Nothing had been counted: the release was only noise and cost no privacy.
        case free
        /// It held counts, so its price stays.
        case charged
    }

    public init(
        statistic: Statistic,
        day: CalendarDay,
        renewal: Int,
        epsilon: Millionths,
        sensitivity: Int,
        releasedOn: CalendarDay,
        void: Void? = nil
    ) {
        self.statistic = statistic
        self.day = day
        self.renewal = renewal
        self.epsilon = epsilon
        self.sensitivity = sensitivity
        self.releasedOn = releasedOn
        self.void = void
    }
}

extension Sequence<LedgerEntry> {
    /// The privacy loss of `month`. Releases of one day add up. Days of the month hold different phones, so the
    /// costliest counts (parallel composition). Statistics add up, because one phone may be in each.
    public func spent(in month: CalendarMonth) -> Millionths {
        let spent = spentByStatistic(in: month)
        return Statistic.allCases.reduce(.zero) { $0 + (spent[$1] ?? .zero) }
    }

    /// The loss by statistic.
    public func spentByStatistic(in month: CalendarMonth) -> [Statistic: Millionths] {
        var byDay: [Statistic: [CalendarDay: Millionths]] = [:]
        for entry in self where CalendarMonth(of: entry.day) == month && entry.void != .free {
            byDay[entry.statistic, default: [:]][entry.day, default: .zero] =
                (byDay[entry.statistic]?[entry.day] ?? .zero) + entry.epsilon
        }
        return byDay.compactMapValues { $0.values.max() }
    }
}

/// Keeps released cubes permanently, and with them the ledger: a release and its cost are one row.
public protocol ReleaseStore: Sendable {
    /// Keeps `cube` if it is the next of its day and statistic and its month's loss stays within `budget`, in one
    /// transaction that is durable on return. Of several cubes at once for one day, one is kept.
    func keep(_ cube: ReleasedCube, within budget: Millionths) async throws(StoreError) -> ReleaseOutcome

    /// The newest valid cube of each day from `first` to `last` that has one, by day.
    func cubes(
        of statistic: Statistic,
        from first: CalendarDay,
        through last: CalendarDay
    ) async throws(StoreError) -> [ReleasedCube]

    /// Every release ever made, by day, statistic and renewal.
    func ledger() async throws(StoreError) -> [LedgerEntry]

    /// The first day that is released. It is set to `day` and kept if none was set before, or if the kept one is later,
    /// because of a wrong clock.
    func startDay(notAfter day: CalendarDay) async throws(StoreError) -> CalendarDay
}

public enum ReleaseOutcome: Hashable, Sendable {
    case kept
    /// A cube of this number was kept before; nothing was changed.
    case exists
    /// It would cost the month more than its budget; nothing was changed.
    case overBudget(spent: Millionths)
}

/// The audit log: who read raw counts, when and why. Entries are never removed.
public protocol AuditLog: Sendable {
    /// Adds an entry. It is durable on return.
    func record(_ entry: AuditEntry) async throws(StoreError)

    /// All entries, oldest first.
    func auditEntries() async throws(StoreError) -> [AuditEntry]
}

public struct AuditEntry: Hashable, Sendable {
    public let time: UnixTime
    public let operatorName: String
    public let reason: String
    /// The counts that were read.
    public let subject: String

    public init(time: UnixTime, operatorName: String, reason: String, subject: String) {
        self.time = time
        self.operatorName = operatorName
        self.reason = reason
        self.subject = subject
    }
}
