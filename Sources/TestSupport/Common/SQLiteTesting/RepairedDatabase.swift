package import ClockPorts
package import ExposurePrimitives
package import Foundation
package import SQLEngine
import SQLiteEngine

/// A database that a wrong clock wrote to, after its repair.
package struct RepairedDatabase: Sendable {
    package let database: any SQLDatabase
    package let repairs: [ClockRepair]

    /// A violation of the rules for every repair.
    package enum Violation: Error, Hashable {
        case rehearsalChangedRows
        case rehearsalSaidOtherwise
        case nothingRepaired
        case repairedTwice
    }

    /// Makes a database in `folder` and fills it. Checks the report and the changes of a rehearsal, repairs the
    /// database, and repairs it again.
    package init(_ content: SQLContent, in folder: URL, filledBy statements: [String], now: UnixTime) async throws {
        database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: content.schema)
        try await database.write { db in
            for statement in statements {
                try db.execute(sql: statement)
            }
        }
        let repair = SQLClockRepair(database, steps: content.repairs)
        let before = try await Self.dump(database)
        let rehearsed = try await repair.repair(now: now, isRehearsal: true)
        guard try await Self.dump(database) == before else { throw Violation.rehearsalChangedRows }
        repairs = try await repair.repair(now: now, isRehearsal: false)
        guard repairs == rehearsed else { throw Violation.rehearsalSaidOtherwise }
        guard !repairs.isEmpty else { throw Violation.nothingRepaired }
        guard try await repair.repair(now: now, isRehearsal: false).isEmpty else { throw Violation.repairedTwice }
    }

    /// The result of a query for numbers.
    package func rows(_ sql: String) async throws -> [[Int64?]] {
        try await database.read { db in
            try SQLRow.fetchAll(db, sql: sql).map { row in (0..<row.count).map { row[$0] as Int64? } }
        }
    }

    /// The number of repaired rows of a table, by a word of the description; nil if there is none.
    package func count(_ table: String, _ word: String) -> Int? {
        repairs.first { $0.table == table && $0.description.contains(word) }?.rows
    }

    /// Every row of every table.
    private static func dump(_ database: any SQLDatabase) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db, sql: "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").flatMap {
                table in
                try SQLRow.fetchAll(db, sql: "SELECT * FROM \(table)").map { "\(table): \($0.values)" }
            }
        }
    }
}
