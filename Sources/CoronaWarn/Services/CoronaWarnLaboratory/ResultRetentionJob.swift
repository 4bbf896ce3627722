package import ClockPorts
package import CoronaWarnPorts
import ExposurePrimitives
import Persistence

/// Redeems and deletes results at their ages.
package struct ResultRetentionJob: Sendable {
    private let stores: TestResultStoreSet
    private let clock: any TrustedClock

    package init(stores: TestResultStoreSet, clock: any TrustedClock) {
        self.stores = stores
        self.clock = clock
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        package let results: ResultRetention
        /// False if deleted rows may still be readable in the database's files.
        package let tracesErased: Bool
    }

    /// Throws `ClockHold` and changes nothing while the clock is not trusted.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        let results = try await stores.results.retain(now: now, redeemAge: Self.redeemAge, deleteAge: Self.deleteAge)
        return Outcome(results: results, tracesErased: try await stores.traces.eraseTraces())
    }

    /// Seconds after which a result is no longer told.
    package static let redeemAge = 21 * UnixTime.secondsPerDay
    /// Seconds after which a row is deleted.
    package static let deleteAge = 60 * UnixTime.secondsPerDay
}
