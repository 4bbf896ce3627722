/// One of the databases of a data folder: its file, its tables, and how its times are read.
package struct SQLiteContent: Sendable {
    /// For logs, metrics and people.
    package let name: String
    /// The file's name in the data folder.
    package let file: String
    package let schema: SQLiteSchema
    /// Whether requests write to it: such a write is refused if its turn comes too late.
    package let hasRequests: Bool
    /// Expressions for the moments that rows tell of, in seconds since 1970, with their tables. A row that has a day alone
    /// tells of the day's beginning. Empty where the database's time is not guarded.
    package let moments: [(moment: String, table: String)]
    /// What puts right the rows that a wrong clock has written.
    package let repairs: [RepairStep]

    package init(
        name: String,
        file: String,
        schema: SQLiteSchema,
        hasRequests: Bool = true,
        moments: [(moment: String, table: String)] = [],
        repairs: [RepairStep] = []
    ) {
        self.name = name
        self.file = file
        self.schema = schema
        self.hasRequests = hasRequests
        self.moments = moments
        self.repairs = repairs
    }

    /// Whether the database remembers what time is plausible.
    package var isGuarded: Bool { !moments.isEmpty }

    /// The latest moment that rows tell of, null without rows.
    var latestMoment: String {
        let latest = moments.map { "SELECT max(\($0.moment)) AS moment FROM \($0.table)" }
        return "SELECT max(moment) FROM (\(latest.joined(separator: " UNION ALL ")))"
    }
}
