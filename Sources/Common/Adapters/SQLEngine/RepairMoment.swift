package import ExposurePrimitives

/// The moment of a repair, as parameters of its statements.
package struct RepairMoment: Sendable {
    package let now: UnixTime

    package init(_ now: UnixTime) {
        self.now = now
    }

    /// An hour after `now`. Later moments come from a wrong clock. A clock that was corrected by less needs no repair.
    package var limit: UnixTime { now.advanced(bySeconds: 3600) }

    /// Runs a statement with the parameters that it names: `:now` and `:limit` in seconds, `:today` in days, `:month`
    /// in months since 1970.
    ///
    /// - Returns: the number of changed rows.
    package func execute(_ sql: String, _ db: SQLSession) throws -> Int {
        let statement = try db.makeStatement(sql: sql)
        let all: [(name: String, value: Int64)] = [
            ("now", now.seconds), ("limit", limit.seconds), ("today", Int64(now.utcDay.daysSinceEpoch)),
            ("month", Int64(CalendarMonth(of: now.utcDay).monthsSinceEpoch)),
        ]
        let named = all.filter { sql.contains(":\($0.name)") }
        try statement.execute(
            arguments: SQLArguments(Dictionary(uniqueKeysWithValues: named.map { ($0.name, $0.value) }))
        )
        return db.changesCount
    }
}
