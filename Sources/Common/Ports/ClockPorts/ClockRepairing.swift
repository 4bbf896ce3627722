public import ExposurePrimitives
public import Persistence

/// Repairs the times that a wrong clock has written into one database.
public protocol ClockRepairing: Sendable {
    /// Repairs everything in one transaction, which is durable on return. It assumes that `now` is right.
    ///
    /// - Parameter isRehearsal: rolls everything back before the commit.
    /// - Returns: the repairs, in the order of the work; empty if nothing was wrong.
    func repair(now: UnixTime, isRehearsal: Bool) async throws(StoreError) -> [ClockRepair]
}

/// One kind of repair.
public struct ClockRepair: Hashable, Sendable {
    public let table: String
    /// The error and its repair, in words for the operator.
    public let description: String
    /// The number of rows, at least one.
    public let rows: Int

    public init(table: String, description: String, rows: Int) {
        self.table = table
        self.description = description
        self.rows = rows
    }
}
