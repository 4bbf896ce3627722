import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import GRDB
import SQLiteEngine

extension SQLiteChunks {
    /// The number of padding keys that a run with `real` keys needs.
    func countMissingKeys(real: Int, rules: ChunkRules, now: UnixTime, _ db: Database) throws -> Int {
        guard real < rules.paddedKeyCount else {
            return 0
        }
        let lastEnd = try Int64.fetchOne(db, sql: "SELECT last_period_end FROM publication_state")
        if real == 0, let lastEnd, (-1..<rules.firstPeriod / 2).contains(now.seconds - lastEnd) {
            return 0
        }
        return rules.paddedKeyCount - real
    }

    /// Stores padding keys as releasable keys, so that the following steps treat all keys alike.
    func insertPadding(_ keys: [DiagnosisKey], now: UnixTime, _ db: Database) throws {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO diagnosis_key
                (key_data, rolling_start, rolling_period, transmission_risk_level, releasable_at, is_padding)
                VALUES (?, ?, ?, ?, ?, 1)
                """
        )
        for key in keys {
            try statement.execute(arguments: [
                key.key.keyData.exposedBytes.asData, key.key.rollingStart.rawValue, key.key.rollingPeriod,
                key.transmissionRiskLevel, now.seconds,
            ])
        }
    }
}
