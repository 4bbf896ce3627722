import AssociationProtocol
package import AssociationStores
package import ClockPorts
import ExposurePrimitives
import Persistence

/// Deletes what has reached its age, and moves the chain keys of accounts on, so that older ones are gone.
package struct AuthorityRetentionJob: Sendable {
    private let stores: AssociationStoreSet
    private let clock: any TrustedClock

    package init(stores: AssociationStoreSet, clock: any TrustedClock) {
        self.stores = stores
        self.clock = clock
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        package let rows: Int
        /// Accounts whose chain key was moved.
        package let keys: Int
        /// False if deleted rows may still be readable in the database's files.
        package let tracesErased: Bool
    }

    /// Throws `ClockHold` and deletes nothing while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        let oldest = now.utcDay.advanced(byDays: -ClientIDIndex.life).startInUTC
        let rows =
            try await stores.reports.deleteExpired(now: now) + stores.accounts.deleteCounts(now: now)
            + stores.alerts.deleteAlerts(now: now)
            + stores.indexes.deleteIndexes(before: AssociationInterval(clamping: oldest))
        let keys = try await advanceKeys(to: now.utcDay.advanced(byDays: -Account.chainLife))
        return Outcome(rows: rows, keys: keys, tracesErased: try await stores.traces.eraseTraces())
    }

    private func advanceKeys(to day: CalendarDay) async throws -> Int {
        var (total, part) = (0, 0)
        repeat {
            part = try await stores.accounts.advanceChains(to: day, limit: Self.partSize)
            total += part
        } while part == Self.partSize
        return total
    }

    /// Accounts that are moved in one transaction.
    private static let partSize = 1000
}
