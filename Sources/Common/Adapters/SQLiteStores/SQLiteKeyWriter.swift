package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
package import GRDB
import SQLiteEngine

/// Stores the keys of an upload, or of a partner.
package struct SQLiteKeyWriter {
    private let db: Database
    private let insertion: Statement
    private var numbers = SequenceNumbers()

    private init(_ db: Database) throws {
        self.db = db
        insertion = try db.cachedStatement(sql: Self.insertion)
    }

    package static func insert(_ keys: [StoredKey], _ db: Database) throws {
        var writer = try SQLiteKeyWriter(db)
        // The keys are sorted by their random bytes, so that even the order of writing does not show which key came
        // first.
        for key in keys.sorted(by: { $0.diagnosisKey.key.keyData < $1.diagnosisKey.key.keyData }) {
            try writer.insert(key)
        }
    }

    /// Stores a key in its sequences, unless it is stored already. Somebody else may send the bytes of a published key,
    /// and must not bring it into further sequences.
    private mutating func insert(_ stored: StoredKey) throws {
        let key = stored.diagnosisKey
        // A key without countries has one sequence, where the conflict of the rows shows it. Looking for it in all
        // sequences costs more.
        var writing = stored.countries == nil ? insertion : try db.cachedStatement(sql: Self.insertionOfNewKey)
        for release in stored.releases {
            let statement = release.statement ?? KeyStatement(of: key)
            try writing.execute(arguments: [
                key.key.keyData.exposedBytes.asData, numbers.number(of: release.sequence, db),
                key.key.rollingStart.rawValue, key.key.rollingPeriod, statement.transmissionRiskLevel,
                statement.reportType?.rawValue, statement.daysSinceOnsetOfSymptoms,
                stored.countries?.origin.description, stored.countries?.visitedText, release.releasableAt.seconds,
            ])
            guard db.changesCount == 1 else {
                return
            }
            writing = insertion
        }
    }

    private static let columns = """
        INSERT INTO diagnosis_key (
            key_data, sequence, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
            origin, visited_countries, releasable_at
        )
        """

    private static let insertion = """
        \(columns) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (key_data, sequence) DO NOTHING
        """

    private static let insertionOfNewKey = """
        \(columns) SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10
        WHERE NOT EXISTS (SELECT 1 FROM diagnosis_key WHERE key_data = ?1)
        """
}
