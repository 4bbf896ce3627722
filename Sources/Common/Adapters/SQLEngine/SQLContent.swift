/// One of the databases of a data folder: its file, its tables, and the moments in them.
package struct SQLContent: Sendable {
    /// The name for logs, metrics and people.
    package let name: String
    /// The file's name in the data folder.
    package let file: String
    package let schema: SQLSchema
    /// Whether requests write to it. Such a write is refused if its turn comes too late.
    package let hasRequests: Bool
    /// Expressions for the moments of rows, in seconds since 1970, with their tables.
    ///
    /// A row with only a day has the beginning of that day. The list is empty if the database's time is not guarded.
    package let moments: [(moment: String, table: String)]
    /// The repairs of rows that a wrong clock has written.
    package let repairs: [RepairStep]

    package init(
        name: String,
        file: String,
        schema: SQLSchema,
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

    /// Whether the database guards its time.
    package var isGuarded: Bool { !moments.isEmpty }

    /// An expression for the latest moment of its rows; null without rows.
    var latestMoment: String {
        let latest = moments.map { "SELECT max(\($0.moment)) AS moment FROM \($0.table)" }
        return "SELECT max(moment) FROM (\(latest.joined(separator: " UNION ALL "))) AS latest"
    }
}
