import Foundation
import GRDB

/// The rows of an upload's keys, with the statements of the server.
struct BareKeyRows {
    let sequences: [Int]
    var reportType: Int?
    var daysSinceOnset: Int?
    var country: String?

    /// Inserts `count` random keys, one for each day.
    func insert(_ count: Int, _ db: Database) throws {
        let keys = (0..<count).map { _ in BareSQLite.random(16) }
        let places = Array(repeating: "?", count: count).joined(separator: ", ")
        let search = try db.cachedStatement(sql: "SELECT key_data FROM diagnosis_key WHERE key_data IN (\(places))")
        _ = try Row.fetchAll(search, arguments: StatementArguments(keys))
        let insertion = try db.cachedStatement(sql: insertion)
        for (day, key) in keys.enumerated() {
            var arguments: StatementArguments = [
                key, 2_656_800 + 144 * day, 144, 8, reportType, daysSinceOnset, country, country,
            ]
            for sequence in sequences {
                arguments += [sequence, 1_594_180_800 + 86_400 * day]
            }
            try insertion.execute(arguments: arguments)
        }
    }

    private var insertion: String {
        let rows = sequences.indices.map { "(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?\(9 + 2 * $0), ?\(10 + 2 * $0))" }
        return """
            INSERT INTO diagnosis_key (
                key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
                origin, visited_countries, sequence, releasable_at
            )
            VALUES \(rows.joined(separator: ", ")) ON CONFLICT (key_data, sequence) DO NOTHING
            """
    }
}
