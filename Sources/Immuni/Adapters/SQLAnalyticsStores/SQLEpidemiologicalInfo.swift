import AnalyticsStores
package import DiagnosisKeyStores
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine
import SQLStores

/// The Analytics Service's Epidemiological Info.
package struct SQLEpidemiologicalInfo: EpidemiologicalInfoStore {
    private let database: any SQLDatabase
    private let steps: any StepObserver

    package init(_ database: any SQLDatabase, steps: any StepObserver = NoStepObserver()) {
        self.database = database
        self.steps = steps
    }

    package func keep(_ entries: [InboxEntry], oldestDay: CalendarDay) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            let statement = try db.cachedStatement(
                sql: """
                    INSERT INTO epidemiological_info (identifier, received_on, province, info) VALUES (?, ?, ?, ?)
                    ON CONFLICT (identifier) DO NOTHING
                    """
            )
            var kept = 0
            for entry in entries where entry.receivedOn >= oldestDay {
                try statement.execute(arguments: [
                    entry.identifier.bytes.asData, entry.receivedOn.daysSinceEpoch, entry.area,
                    entry.content.asData,
                ])
                kept += db.changesCount
            }
            steps.reached(.infoWritten)
            return kept
        }
    }

    package func entries(from first: CalendarDay, through last: CalendarDay) async throws(StoreError) -> [InboxEntry] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT identifier, received_on, province, info FROM epidemiological_info
                    WHERE received_on BETWEEN ? AND ?
                    """,
                arguments: [first.daysSinceEpoch, last.daysSinceEpoch]
            ).map { row in try InboxEntry(row, ofTable: "epidemiological_info") }
        }
    }

    package func deleteExpired(oldestDay: CalendarDay) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: "DELETE FROM epidemiological_info WHERE received_on < ?",
                arguments: [oldestDay.daysSinceEpoch]
            )
            return db.changesCount
        }
    }
}
