package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import SQLEngine

/// Stores the keys of an upload or of a partner, each in its sequences, unless it is stored already. Somebody else may
/// send the bytes of a published key, and must not bring it into further sequences.
package struct SQLKeyWriter {
    private let db: SQLSession
    private var numbers = SequenceNumbers()
    /// Sequences that are there for certain, on engines to which each statement is a message.
    private var present: Set<SequenceName> = []
    /// The statement for keys with so many releases. All keys of an upload have equally many.
    private var insertion: (releaseCount: Int, statement: any SQLStatement)?
    /// Rows of several keys that wait for one statement, on engines to which each statement is a message.
    private var waiting = SQLArguments()
    private var waitingCount = 0

    private init(_ db: SQLSession) {
        self.db = db
    }

    package static func insert(_ keys: [StoredKey], _ db: SQLSession) throws {
        var writer = SQLKeyWriter(db)
        // The keys are sorted by their random bytes, so that even the order of writing does not show which key came
        // first.
        let sorted = keys.sorted { $0.diagnosisKey.key.keyData < $1.diagnosisKey.key.keyData }
        var known: Set<TemporaryExposureKey.KeyData> =
            switch db.dialect {
            case .sqlite: try writer.known(of: sorted.map(\.diagnosisKey.key.keyData))
            case .postgres: []
            }
        for key in sorted where known.insert(key.diagnosisKey.key.keyData).inserted {
            try writer.insert(key)
            if writer.waitingCount >= Self.rowsOfStatement {
                try writer.insertWaiting()
            }
        }
        try writer.insertWaiting()
    }

    /// Those of `keys` that are stored in any sequence.
    ///
    /// In SQLite they are looked for before the rows are written. A statement that does both writes its rows to a table
    /// of its own first, and takes a third longer.
    private func known(of keys: [TemporaryExposureKey.KeyData]) throws -> Set<TemporaryExposureKey.KeyData> {
        let statement = try db.cachedStatement(sql: Self.search)
        var known: Set<TemporaryExposureKey.KeyData> = []
        for start in stride(from: 0, to: keys.count, by: Self.keysOfSearch) {
            let part = keys[start..<min(start + Self.keysOfSearch, keys.count)].map { $0.exposedBytes.asData }
            let rest = Self.keysOfSearch - part.count
            let arguments = SQLArguments(part) + SQLArguments([Int?](repeating: nil, count: rest))
            try statement.forEachRow(arguments) { row in
                known.insert(try SQLKeyRow.keyData(row))
            }
        }
        return known
    }

    /// Stores the rows of a key in one statement for each thing that they say of it: these rows differ in two columns
    /// only.
    private mutating func insert(_ stored: StoredKey) throws {
        let usual = KeyStatement(of: stored.diagnosisKey)
        guard stored.releases.contains(where: { $0.statement != nil }) else {
            return try insert(stored, stored.releases, saying: usual)
        }
        // In the order of the releases: the same kinds of rows make the same statements.
        var rest = stored.releases[...]
        while let said = rest.first.map({ $0.statement ?? usual }) {
            try insert(stored, rest.filter { ($0.statement ?? usual) == said }, saying: said)
            rest.removeAll { ($0.statement ?? usual) == said }
        }
    }

    private mutating func insert(_ stored: StoredKey, _ releases: [KeyRelease], saying said: KeyStatement) throws {
        guard !releases.isEmpty else {
            return
        }
        let key = stored.diagnosisKey
        let facts: SQLArguments = [
            key.key.keyData.exposedBytes.asData, key.key.rollingStart.rawValue, key.key.rollingPeriod,
            said.transmissionRiskLevel, said.reportType?.rawValue, said.daysSinceOnsetOfSymptoms,
            stored.countries?.origin.description, stored.countries?.visitedText,
        ]
        switch db.dialect {
        case .sqlite:
            let times = try releases.map { release -> SQLArguments in
                [try numbers.number(of: release.sequence, db), release.releasableAt.seconds]
            }
            try insertion(releases: releases.count).execute(arguments: times.reduce(facts, +))
        case .postgres:
            for release in releases {
                if present.insert(release.sequence).inserted {
                    try SequenceNumbers.addSoon(release.sequence, db)
                }
                waiting += facts + [release.sequence.description, release.releasableAt.seconds]
                waitingCount += 1
            }
        }
    }

    private mutating func insertWaiting() throws {
        guard waitingCount > 0 else {
            return
        }
        try db.cachedStatement(sql: Self.searchingInsertion(rows: waitingCount)).executeSoon(arguments: waiting)
        (waiting, waitingCount) = (SQLArguments(), 0)
    }

    private mutating func insertion(releases count: Int) throws -> any SQLStatement {
        if let insertion, insertion.releaseCount == count {
            return insertion.statement
        }
        let statement = try db.cachedStatement(sql: Self.insertion(releases: count))
        insertion = (count, statement)
        return statement
    }
}

// MARK: - Statements

extension SQLKeyWriter {
    /// Places without a key are null, which equals nothing.
    private static let search = """
        SELECT key_data FROM diagnosis_key
        WHERE key_data IN (\(Array(repeating: "?", count: keysOfSearch).joined(separator: ", ")))
        """

    /// As many as a phone sends, and two more.
    private static let keysOfSearch = 16

    private static func insertion(releases count: Int) -> String {
        insertion((0..<count).map { "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?\(9 + 2 * $0), ?\(10 + 2 * $0))" })
    }

    /// Looks for the keys and inserts those that are not stored, so that nobody waits between the two. All rows of a
    /// key are in one statement. A row names its sequence, whose number the server knows: one that was remembered here
    /// could belong to another sequence after a failover to a server that lacks the last transactions.
    ///
    /// The search counts: PostgreSQL makes a join of `NOT EXISTS`, and a plan from the time of an empty table would
    /// then read all of a full one.
    private static func searchingInsertion(rows count: Int) -> String {
        // A value that may be null needs its type.
        let row = "(?, ?, ?, ?, ?::BIGINT, ?::BIGINT, ?::TEXT, ?::TEXT, ?::TEXT, ?)"
        return """
            INSERT INTO diagnosis_key (\(facts), sequence, releasable_at)
            SELECT \(facts), (SELECT id FROM publication_state AS state WHERE state.sequence = new.sequence), releasable_at
            FROM (VALUES \(Array(repeating: row, count: count).joined(separator: ", ")))
                AS new (\(facts), sequence, releasable_at)
            WHERE (SELECT count(*) FROM diagnosis_key AS old WHERE old.key_data = new.key_data) = 0
            ON CONFLICT (key_data, sequence) DO NOTHING
            """
    }

    /// So many rows, or those of one key more, are inserted at once: the rows of an upload of Immuni, or of a third of
    /// one of Corona-Warn.
    private static let rowsOfStatement = 16

    private static func insertion(_ rows: [String]) -> String {
        """
        INSERT INTO diagnosis_key (\(columns)) VALUES \(rows.joined(separator: ", "))
        ON CONFLICT (key_data, sequence) DO NOTHING
        """
    }

    private static let columns = "\(facts), sequence, releasable_at"

    private static let facts = """
        key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset, origin,
        visited_countries
        """
}
