package import ClockPorts
package import ExposurePrimitives
import GRDB
package import Stores

/// Puts right what a wrong clock has written into a SQLite database.
package struct SQLiteClockRepair: ClockRepairing {
    /// Which database it is, by what it holds.
    package enum Content: Sendable {
        case exposures
        /// - Parameter retentionDays: for how many days raw counts are kept.
        case analytics(retentionDays: Int)
        case operators
        case settings
    }

    private let database: SQLiteDatabase
    private let steps: [RepairStep]

    package init(_ database: SQLiteDatabase, of content: Content) {
        self.database = database
        switch content {
        case .exposures: steps = RepairStep.exposures
        case .analytics(let retentionDays): steps = RepairStep.analytics(retentionDays: retentionDays)
        case .operators: steps = RepairStep.operators
        case .settings: steps = RepairStep.settings
        }
    }

    package func repair(now: UnixTime, isRehearsal: Bool) async throws(StoreError) -> [ClockRepair] {
        let steps = steps
        let work: @Sendable (Database) throws -> [ClockRepair] = { db in
            try steps.compactMap { step in
                let rows = try step.run(RepairMoment(now), db)
                return rows > 0 ? ClockRepair(table: step.table, description: step.description, rows: rows) : nil
            }
        }
        return isRehearsal ? try await database.rehearse(work) : try await database.write(patience: nil, work)
    }
}

/// One kind of repair in one table.
struct RepairStep: Sendable {
    let table: String
    /// What was wrong, and what becomes of it.
    let description: String
    /// Returns how many rows it changed.
    let run: @Sendable (RepairMoment, Database) throws -> Int

    init(_ table: String, _ description: String, run: @escaping @Sendable (RepairMoment, Database) throws -> Int) {
        self.table = table
        self.description = description
        self.run = run
    }

    /// A step of one statement, which may name the parameters of a `RepairMoment`.
    init(_ table: String, _ description: String, sql: String) {
        self.init(table, description) { moment, db in try moment.execute(sql, db) }
    }
}

/// The moment of a repair, as parameters of its statements.
struct RepairMoment: Sendable {
    let now: UnixTime

    init(_ now: UnixTime) {
        self.now = now
    }

    /// An hour ahead: a clock that was corrected by less needs no repair. Moments after it are a wrong clock's.
    var limit: UnixTime { now.advanced(bySeconds: 3600) }

    /// Runs a statement with those parameters that it names: `:now` and `:limit` in seconds, `:today` in days, `:month` in
    /// months since 1970.
    ///
    /// - Returns: how many rows it changed.
    func execute(_ sql: String, _ db: Database) throws -> Int {
        let statement = try db.makeStatement(sql: sql)
        let all: [(name: String, value: Int64)] = [
            ("now", now.seconds), ("limit", limit.seconds), ("today", Int64(now.utcDay.daysSinceEpoch)),
            ("month", Int64(CalendarMonth(of: now.utcDay).monthsSinceEpoch)),
        ]
        let named = all.filter { sql.contains(":\($0.name)") }
        try statement.execute(
            arguments: StatementArguments(Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.value) }))
        )
        return db.changesCount
    }
}
