package import AssociationPorts
package import AssociationProtocol
import Foundation
package import Persistence
package import SQLEngine

/// The index of ClientIDs.
package struct SQLClientIDIndexes: ClientIDIndexStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func intervalsWithoutIndex(
        _ intervals: ClosedRange<AssociationInterval>
    ) async throws(StoreError) -> [AssociationInterval] {
        try await database.read { db in
            let known = try Set(
                Int64.fetchAll(
                    db,
                    sql: "SELECT interval FROM client_id_index WHERE interval BETWEEN ? AND ?",
                    arguments: [Int64(intervals.lowerBound.number), Int64(intervals.upperBound.number)]
                )
            )
            return (intervals.lowerBound.number...intervals.upperBound.number)
                .filter { !known.contains(Int64($0)) }.map(AssociationInterval.init)
        }
    }

    package func put(_ index: ClientIDIndex, of interval: AssociationInterval) async throws(StoreError) {
        try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: """
                    INSERT INTO client_id_index (interval, entries) VALUES (?, ?)
                    ON CONFLICT (interval) DO UPDATE SET entries = excluded.entries
                    """,
                arguments: [Int64(interval.number), index.bytes.asData]
            )
        }
    }

    package func index(of interval: AssociationInterval) async throws(StoreError) -> ClientIDIndex? {
        try await database.read { db in
            let entries = try Data.fetchOne(
                db,
                sql: "SELECT entries FROM client_id_index WHERE interval = ?",
                arguments: [Int64(interval.number)]
            )
            guard let entries else {
                return nil
            }
            guard let index = ClientIDIndex(bytes: Array(entries)) else {
                throw StoreError.damagedRow(table: "client_id_index")
            }
            return index
        }
    }

    package func deleteIndexes(before interval: AssociationInterval) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            try db.execute(sql: "DELETE FROM client_id_index WHERE interval < ?", arguments: [Int64(interval.number)])
            return db.changesCount
        }
    }
}
