import AssociationAPI
import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// Boxes of the pairwise-private profile before their publication.
package struct SQLBoxes: BoxStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func unfinishedDay() async throws(StoreError) -> CalendarDay? {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT day FROM box_day WHERE finished = 0 ORDER BY day LIMIT 1")
                .map { CalendarDay(daysSinceEpoch: $0) }
        }
    }

    package func begin(
        _ day: CalendarDay,
        partSize: Int,
        filler: @escaping @Sendable () -> MailboxRecord
    ) async throws(StoreError) -> Int? {
        try await database.write(patience: .unlimited) { db in
            let number = day.daysSinceEpoch
            let isTooLate = try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT 1 FROM box_day WHERE day >= ? OR finished = 0)",
                arguments: [number]
            )
            guard isTooLate != true else {
                return nil
            }
            try db.execute(sql: "INSERT INTO box_day (day) VALUES (?)", arguments: [number])
            try db.execute(
                sql: "UPDATE report_box SET day = ? WHERE right IS NULL AND day IS NULL",
                arguments: [number]
            )
            let count = db.changesCount
            let fillers = BoxLimits.fillers(of: count, partSize: partSize)
            for _ in 0..<fillers {
                let record = filler()
                try db.execute(
                    sql: "INSERT INTO report_box (handle, box, day) VALUES (?, ?, ?)",
                    arguments: [record.handle.bytes.bytes.asData, record.box.asData, number]
                )
            }
            return count + fillers
        }
    }

    package func count(of day: CalendarDay) async throws(StoreError) -> Int {
        try await database.read { db in
            try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM report_box WHERE day = ?",
                arguments: [day.daysSinceEpoch]
            ) ?? 0
        }
    }

    package func boxes(
        of day: CalendarDay,
        after last: MailboxHandle?,
        limit: Int
    ) async throws(StoreError) -> [MailboxRecord] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "SELECT handle, box FROM report_box WHERE day = ? AND handle > ? ORDER BY handle LIMIT ?",
                arguments: [day.daysSinceEpoch, (last?.bytes.bytes ?? []).asData, limit]
            ).map { row in
                guard let handle = Bytes16(Array(row["handle"] as Data)),
                    let record = try? MailboxRecord(handle: MailboxHandle(handle), box: Array(row["box"] as Data))
                else {
                    throw StoreError.damagedRow(table: "report_box")
                }
                return record
            }
        }
    }

    package func finish(_ day: CalendarDay) async throws(StoreError) {
        try await database.write(patience: .unlimited) { db in
            let number = day.daysSinceEpoch
            try db.execute(sql: "DELETE FROM report_box WHERE day = ?", arguments: [number])
            try db.execute(sql: "UPDATE box_day SET finished = 1 WHERE day = ?", arguments: [number])
            // The last day alone decides whether another can begin.
            try db.execute(sql: "DELETE FROM box_day WHERE day < ? AND finished = 1", arguments: [number])
        }
    }

    package func waitingBoxes() async throws(StoreError) -> Int {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM report_box WHERE right IS NULL AND day IS NULL") ?? 0
        }
    }

    /// Inserts the boxes of a batch, as many as it may have.
    static func insert(_ boxes: [MailboxRecord], _ db: SQLSession) throws -> (replays: Int, excess: Int) {
        guard !boxes.isEmpty else {
            return (0, 0)
        }
        let taken = boxes.prefix(AssociationLimits.boxesPerBatch)
        let statement = try db.cachedStatement(
            sql: "INSERT INTO report_box (handle, box) VALUES (?, ?) ON CONFLICT DO NOTHING"
        )
        let stored = try taken.count { record in
            try statement.execute(arguments: [record.handle.bytes.bytes.asData, record.box.asData])
            return db.changesCount == 1
        }
        return (taken.count - stored, boxes.count - taken.count)
    }
}
