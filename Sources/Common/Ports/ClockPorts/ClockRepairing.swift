public import ExposurePrimitives
public import Persistence

/// Puts right what a wrong clock has written into one database.
public protocol ClockRepairing: Sendable {
    /// Takes `now` for right and repairs everything in one transaction, which is durable on return.
    ///
    /// - Parameter isRehearsal: takes everything back before the commit.
    /// - Returns: what was repaired, in the order of the work; nothing where nothing was wrong.
    func repair(now: UnixTime, isRehearsal: Bool) async throws(StoreError) -> [ClockRepair]
}

/// One kind of repair.
public struct ClockRepair: Hashable, Sendable {
    public let table: String
    /// What was wrong and what became of it, in words for the operator.
    public let description: String
    /// At least one.
    public let rows: Int

    public init(table: String, description: String, rows: Int) {
        self.table = table
        self.description = description
        self.rows = rows
    }
}
