package import ClockPorts
package import ExposurePrimitives
package import Persistence

/// Repairs the times that a wrong clock has written into a SQLite database.
package struct SQLClockRepair: ClockRepairing {
    private let database: any SQLDatabase
    private let steps: [RepairStep]

    package init(_ database: any SQLDatabase, steps: [RepairStep]) {
        self.database = database
        self.steps = steps
    }

    package func repair(now: UnixTime, isRehearsal: Bool) async throws(StoreError) -> [ClockRepair] {
        let steps = steps
        let work: @Sendable (SQLSession) throws -> [ClockRepair] = { db in
            try steps.compactMap { step in
                let rows = try step.run(RepairMoment(now), db)
                return rows > 0 ? ClockRepair(table: step.table, description: step.description, rows: rows) : nil
            }
        }
        return isRehearsal ? try await database.rehearse(work) : try await database.write(patience: .unlimited, work)
    }
}
