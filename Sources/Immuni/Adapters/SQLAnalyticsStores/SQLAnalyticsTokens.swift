package import AnalyticsStores
package import ExposurePrimitives
package import Persistence
package import SQLEngine

/// Authorised analytics tokens.
package struct SQLAnalyticsTokens: AnalyticsTokenStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func isAuthorised(
        _ token: TokenIdentifier,
        in months: ClosedRange<CalendarMonth>
    ) async throws(StoreError) -> Bool {
        try await database.readAtOnce { db in
            let statement = try db.cachedStatement(
                sql: "SELECT 1 FROM analytics_token WHERE digest = ? AND authorised_in BETWEEN ? AND ?"
            )
            let arguments: SQLArguments = [
                token.digest.asData, months.lowerBound.monthsSinceEpoch, months.upperBound.monthsSinceEpoch,
            ]
            return try Int.fetchOne(statement, arguments: arguments) != nil
        }
    }

    package func delete(authorisedBefore month: CalendarMonth) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: "DELETE FROM analytics_token WHERE authorised_in < ?",
                arguments: [month.monthsSinceEpoch]
            )
            return db.changesCount
        }
    }

    /// Authorises a token in `month`, unless it is known. Only rehearsals use it, with a token that belongs to nobody.
    static func authorise(_ token: TokenIdentifier, in month: CalendarMonth, _ db: SQLSession) throws {
        try db.cachedStatement(
            sql: "INSERT INTO analytics_token (digest, authorised_in) VALUES (?, ?) ON CONFLICT (digest) DO NOTHING"
        ).execute(arguments: [token.digest.asData, month.monthsSinceEpoch])
    }

    /// Uses up one upload of the kind, if the token was authorised in one of `months` and has one left.
    static func spend(
        _ token: TokenIdentifier,
        authorisedIn months: ClosedRange<CalendarMonth>,
        withExposure isWithExposure: Bool,
        _ db: SQLSession
    ) throws -> Bool {
        let counter = isWithExposure ? "with_exposure" : "without_exposure"
        let statement = try db.cachedStatement(
            sql: """
                UPDATE analytics_token SET \(counter) = \(counter) + 1
                WHERE digest = ? AND authorised_in BETWEEN ? AND ? AND \(counter) < \(OperationalFacts.uploadsByToken)
                """
        )
        try statement.execute(arguments: [
            token.digest.asData, months.lowerBound.monthsSinceEpoch, months.upperBound.monthsSinceEpoch,
        ])
        return db.changesCount == 1
    }
}
