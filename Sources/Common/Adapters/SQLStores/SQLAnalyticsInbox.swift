package import DiagnosisKeyStores
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// The inbox in the database of the uploads, which fill it.
package struct SQLAnalyticsInbox: AnalyticsInbox {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func entries(limit: Int) async throws(StoreError) -> [InboxEntry] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT identifier, received_on, area, content FROM analytics_inbox
                    ORDER BY identifier LIMIT ?
                    """,
                arguments: [limit]
            ).map { row in try InboxEntry(row, ofTable: "analytics_inbox") }
        }
    }

    package func remove(_ identifiers: [Bytes16]) async throws(StoreError) {
        try await database.write(patience: .unlimited) { db in
            let statement = try db.cachedStatement(sql: "DELETE FROM analytics_inbox WHERE identifier = ?")
            for identifier in identifiers {
                try statement.execute(arguments: [identifier.bytes.asData])
            }
        }
    }
}

extension InboxEntry {
    /// - Parameter row: identifier, day, area and content, in this order.
    package init(_ row: SQLRow, ofTable table: String) throws {
        guard let identifier = Bytes16(row[0] as Data) else {
            throw StoreError.damagedRow(table: table)
        }
        self.init(
            identifier: identifier,
            receivedOn: CalendarDay(daysSinceEpoch: row[1]),
            area: row[2],
            content: Array(row[3] as Data)
        )
    }
}
