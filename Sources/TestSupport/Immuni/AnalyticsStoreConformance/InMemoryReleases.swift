package import AnalyticsStores
package import DifferentialPrivacy
package import ExposurePrimitives
package import Persistence
import Synchronization

/// Releases in memory, the reference of the conformance suite. With a planted fault it shows that the suite finds the
/// fault.
package final class InMemoryReleases: ReleaseStore, AuditLog {
    /// A fault that an adapter could have.
    package enum Fault: Sendable, CaseIterable {
        case replacesReleases
        case ignoresTheBudget
        case addsUpDays
        case answersTheOldest
        case movesTheStart
        case forgetsReasons
    }

    private struct Kept: Sendable {
        var cubes: [ReleasedCube] = []
        var start: CalendarDay?
        var audit: [AuditEntry] = []
    }

    private let fault: Fault?
    private let kept = Mutex(Kept())

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func keep(_ cube: ReleasedCube, within budget: Millionths) async throws(StoreError) -> ReleaseOutcome {
        kept.withLock { kept in
            let (entry, ledger) = (cube.entry, kept.cubes.map(\.entry))
            let earlier = ledger.filter { $0.statistic == entry.statistic && $0.day == entry.day }
            guard earlier.count == entry.renewal || fault == .replacesReleases else {
                return .exists
            }
            let month = CalendarMonth(of: entry.day)
            let all = ledger + [entry]
            let cost =
                fault == .addsUpDays
                ? all.filter { CalendarMonth(of: $0.day) == month }.reduce(.zero) { $0 + $1.epsilon }
                : all.spent(in: month)
            guard cost <= budget || fault == .ignoresTheBudget else {
                return .overBudget(spent: ledger.spent(in: month))
            }
            kept.cubes.removeAll { fault == .replacesReleases && $0.entry == entry }
            kept.cubes.append(cube)
            return .kept
        }
    }

    package func cubes(
        of statistic: Statistic,
        from first: CalendarDay,
        through last: CalendarDay
    ) async throws(StoreError) -> [ReleasedCube] {
        let all = kept.withLock(\.cubes).filter {
            $0.entry.void == nil && $0.entry.statistic == statistic && (first...max(first, last)).contains($0.entry.day)
                && first <= last
        }
        return Dictionary(grouping: all, by: \.entry.day).values.compactMap { cubes in
            let sorted = cubes.sorted { $0.entry.renewal < $1.entry.renewal }
            return fault == .answersTheOldest ? sorted.first : sorted.last
        }.sorted { $0.entry.day < $1.entry.day }
    }

    package func ledger() async throws(StoreError) -> [LedgerEntry] {
        kept.withLock(\.cubes).map(\.entry).sorted {
            ($0.day, $0.statistic.rawValue, $0.renewal) < ($1.day, $1.statistic.rawValue, $1.renewal)
        }
    }

    package func startDay(notAfter day: CalendarDay) async throws(StoreError) -> CalendarDay {
        kept.withLock { kept in
            let start = fault == .movesTheStart ? day : min(kept.start ?? day, day)
            kept.start = start
            return start
        }
    }

    package func record(_ entry: AuditEntry) async throws(StoreError) {
        kept.withLock { kept in
            kept.audit.append(
                AuditEntry(
                    time: entry.time,
                    operatorName: entry.operatorName,
                    reason: fault == .forgetsReasons ? "" : entry.reason,
                    subject: entry.subject
                )
            )
        }
    }

    package func auditEntries() async throws(StoreError) -> [AuditEntry] {
        kept.withLock(\.audit)
    }
}
