package import ExposurePrimitives
import ExposureTesting
package import SQLEngine

/// The moments of databases that a clock five years ahead has written to, and the test of their repair.
package enum WrongClock {
    package static let now = UnixTime(1_795_262_400)
    /// The day of ``now``, in days since 1970.
    package static let today = now.utcDay.daysSinceEpoch
    /// The present of the wrong clock.
    package static let future = now.advanced(bySeconds: 1825 * UnixTime.secondsPerDay)
    /// The day of ``future``, in days since 1970.
    package static let futureDay = future.utcDay.daysSinceEpoch

    /// A literal of SQL with `size` bytes, the first of which is `first`.
    package static func blob(_ first: Int, _ size: Int) -> String {
        "x'0\(first)\(String(repeating: "00", count: size - 1))'"
    }

    /// Fills a database, repairs it, and passes it to `body`.
    package static func repair(
        _ content: SQLContent,
        filledBy statements: [String],
        _ body: (RepairedDatabase) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await body(RepairedDatabase(content, in: folder, filledBy: statements, now: now))
        }
    }
}
