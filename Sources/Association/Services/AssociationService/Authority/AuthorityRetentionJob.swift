package import AssociationPorts
import AssociationProtocol
package import ClockPorts
import ExposurePrimitives
import Persistence

/// Deletes what has reached its age, ends accounts that nobody uses, and moves the chain keys of the others on, so that
/// older ones are gone.
package struct AuthorityRetentionJob: Sendable {
    private let stores: AssociationStoreSet
    private let clock: any TrustedClock

    private let unusedDays: Int

    /// - Parameter unusedDays: days without a poll after which an account ends.
    package init(stores: AssociationStoreSet, clock: any TrustedClock, unusedDays: Int) {
        self.stores = stores
        self.clock = clock
        self.unusedDays = unusedDays
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        package let rows: Int
        /// Accounts that ended, because nobody used them.
        package let accounts: Int
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
            + stores.reports.deleteCodeCounts(now: now) + stores.alerts.deleteAlerts(now: now)
            + stores.indexes.deleteIndexes(before: AssociationInterval(clamping: oldest))
        let today = now.utcDay
        let (unused, oldKeys) = (today.advanced(byDays: -unusedDays), today.advanced(byDays: -Account.chainLife))
        let ended = try await inParts { limit in
            try await stores.accounts.endUnused(before: unused, today: today, limit: limit)
        }
        let keys = try await inParts { try await stores.accounts.advanceChains(to: oldKeys, limit: $0) }
        return Outcome(rows: rows, accounts: ended, keys: keys, tracesErased: try await stores.traces.eraseTraces())
    }

    /// Repeats a transaction of bounded size until nothing is left.
    ///
    /// - Returns: how many accounts it changed.
    private func inParts(_ change: (Int) async throws -> Int) async throws -> Int {
        var (total, part) = (0, 0)
        repeat {
            part = try await change(Self.partSize)
            total += part
        } while part == Self.partSize
        return total
    }

    /// Accounts that are changed in one transaction.
    private static let partSize = 1000
}
