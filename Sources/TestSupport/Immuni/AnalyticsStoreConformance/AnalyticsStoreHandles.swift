package import AnalyticsStores
package import DiagnosisKeyStores
package import ExposurePrimitives
import Foundation
package import Persistence
import SQLAnalyticsStores
package import SQLEngine
package import SQLiteTesting
import SQLStores

/// The stores of the Analytics Service, on a database of its own and one of uploads.
package struct AnalyticsStoreHandles: Sendable {
    package let operational: any OperationalInfoStore
    package let tokens: any AnalyticsTokenStore
    package let epidemiological: any EpidemiologicalInfoStore
    package let authorisations: any AuthorisationStore
    package let releases: any ReleaseStore & AuditLog
    package let inbox: any AnalyticsInbox
    private let analytics: any SQLDatabase
    private let exposures: any SQLDatabase

    package init(analytics: any SQLDatabase, exposures: any SQLDatabase, steps: any StepObserver = NoStepObserver()) {
        (self.analytics, self.exposures) = (analytics, exposures)
        operational = SQLOperationalInfo(analytics)
        tokens = SQLAnalyticsTokens(analytics)
        epidemiological = SQLEpidemiologicalInfo(analytics, steps: steps)
        authorisations = SQLAuthorisations(analytics)
        releases = SQLReleases(analytics, steps: steps)
        inbox = SQLAnalyticsInbox(exposures)
    }

    /// The stores on new databases, which end with them.
    ///
    /// - Parameters:
    ///   - fault: a mistake in their statements.
    ///   - steps: is told of each step of durable work.
    package static func temporary(
        fault: SQLFault? = nil,
        steps: any StepObserver = NoStepObserver()
    ) async throws -> AnalyticsStoreHandles {
        try await AnalyticsStoreHandles(
            analytics: TemporaryDatabase(.analytics, fault: fault),
            exposures: TemporaryDatabase(.exposure, fault: fault),
            steps: steps
        )
    }

    /// Authorises a token as a job does at its end, unless it is known.
    package func authorise(_ token: TokenIdentifier, _ month: CalendarMonth) async throws {
        try await analytics.write { db in
            try db.execute(
                sql: "INSERT INTO analytics_token (digest, authorised_in) VALUES (?, ?) ON CONFLICT DO NOTHING",
                arguments: [Data(token.digest), month.monthsSinceEpoch]
            )
        }
    }

    /// The authorised tokens with their months.
    package var authorised: [TokenIdentifier: CalendarMonth] {
        get async throws {
            try await analytics.read { db in
                let rows = try SQLRow.fetchAll(db, sql: "SELECT digest, authorised_in FROM analytics_token")
                return Dictionary(
                    uniqueKeysWithValues: rows.map { row in
                        (TokenIdentifier(digest: row[0] as Data), CalendarMonth(monthsSinceEpoch: row[1]))
                    }
                )
            }
        }
    }

    /// Makes every release void, as the repair of a wrong clock does.
    package func voidReleases(charged isCharged: Bool) async throws {
        try await analytics.write { db in
            try db.execute(sql: "INSERT INTO release_void SELECT id, 0, ? FROM release", arguments: [isCharged])
        }
    }

    /// Puts an entry into the inbox as an upload does.
    package func receive(_ entry: InboxEntry) async throws {
        try await exposures.write { db in
            try db.execute(
                sql: "INSERT INTO analytics_inbox VALUES (?, ?, ?, ?)",
                arguments: [
                    Data(entry.identifier.bytes), entry.receivedOn.daysSinceEpoch, entry.area, Data(entry.content),
                ]
            )
        }
    }
}
