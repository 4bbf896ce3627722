package import ClockPorts
import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
import Persistence

/// Deletes tokens, TANs and teleTANs at the end of their lives, and forgets tests whose result can no longer be
/// fetched.
package struct RegistrationCleanupJob: Sendable {
    private let stores: VerificationStoreSet
    private let results: any TestResultSource
    private let clock: any TrustedClock

    package init(stores: VerificationStoreSet, results: any TestResultSource, clock: any TrustedClock) {
        self.stores = stores
        self.results = results
        self.clock = clock
    }

    /// The result of one run.
    package struct Outcome: Hashable, Sendable {
        package let rows: Int
        /// The tests that can be registered again.
        package let tests: Int
        /// False if deleted rows may still be readable in the database's files.
        package let tracesErased: Bool
    }

    /// Throws `ClockHold` and deletes nothing while the clock is not trusted.
    ///
    /// Throws `unreachable` if the laboratory service does not answer. Then no test is forgotten, but what has expired
    /// is deleted, and its traces are erased.
    package func run() async throws -> Outcome {
        let now = try await clock.trustedNow()
        let rows = try await stores.verification.deleteExpired(now: now)
        let tests: Int
        do {
            tests = try await forgetTests(now: now)
        } catch {
            _ = try await stores.traces.eraseTraces()
            throw error
        }
        return Outcome(rows: rows, tests: tests, tracesErased: try await stores.traces.eraseTraces())
    }

    /// A test is remembered for sixty days at least, and as long as a laboratory's result of it is stored. Otherwise a
    /// second phone could get a token and read it.
    private func forgetTests(now: UnixTime) async throws -> Int {
        var (last, count): (TestIdentifier?, Int) = (nil, 0)
        repeat {
            let old = try await stores.verification.tests(
                olderThan: Self.testMemory,
                after: last,
                limit: Self.pageSize,
                now: now
            )
            let known = try await results.known(among: old.flatMap(\.identifiers))
            let forgotten = old.filter { known.isDisjoint(with: $0.identifiers) }
            try await stores.verification.forget(forgotten)
            count += forgotten.count
            last = old.count == Self.pageSize ? old.last?.code : nil
        } while last != nil
        return count
    }

    /// Seconds for which a registered test is remembered at least.
    package static let testMemory = 60 * UnixTime.secondsPerDay
    /// A test has up to two identifiers.
    private static let pageSize = CoronaWarnLimits.knownTests / 2
}
