import DiagnosisKeyStores
import ExposurePrimitives
import Foundation
import GAENCore
import Persistence
import SQLEngine

/// Reads diagnosis keys from rows.
enum SQLKeyRow {
    /// The keys of `source`, which begins with `FROM`.
    static func fetchContent(_ source: String, _ arguments: SQLArguments, _ db: SQLSession) throws -> ChunkContent {
        var keys: [DiagnosisKey] = []
        var padding: Set<TemporaryExposureKey.KeyData> = []
        try SQLRow.forEach(
            db,
            sql: """
                SELECT key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset,
                is_padding \(source)
                """,
            arguments: arguments
        ) { row in
            let key = try diagnosisKey(row)
            keys.append(key)
            if row[6] {
                padding.insert(key.key.keyData)
            }
        }
        return ChunkContent(keys: keys, padding: padding)
    }

    /// The countries of the keys of `source`, which begins with `FROM` and ends with a condition. A key without
    /// countries is left out.
    static func fetchCountries(
        _ source: String,
        _ arguments: SQLArguments,
        _ db: SQLSession
    ) throws -> [TemporaryExposureKey.KeyData: KeyCountries] {
        let sql = "SELECT key_data, origin, visited_countries \(source) AND origin IS NOT NULL"
        return try SQLRow.fetchAll(db, sql: sql, arguments: arguments).reduce(into: [:]) { found, row in
            guard let countries = KeyCountries(origin: row[1], visitedText: row[2]) else {
                throw damagedKey
            }
            found[try keyData(row)] = countries
        }
    }

    /// Reads a row of `fetchContent`. Columns are read by position, because a million lookups of names take longer than
    /// all other work.
    private static func diagnosisKey(_ row: SQLRow) throws -> DiagnosisKey {
        guard
            let rollingStart = UInt32(exactly: row[1] as Int64),
            let key = try? TemporaryExposureKey(
                keyData: keyData(row),
                rollingStart: IntervalNumber(rollingStart),
                rollingPeriod: row[2]
            )
        else {
            throw damagedKey
        }
        return DiagnosisKey(
            key: key,
            transmissionRiskLevel: row[3],
            reportType: (row[4] as Int?).flatMap(DiagnosisKey.ReportType.init),
            daysSinceOnsetOfSymptoms: row[5]
        )
    }

    /// The key's bytes, from the first column of a row.
    static func keyData(_ row: SQLRow) throws -> TemporaryExposureKey.KeyData {
        TemporaryExposureKey.KeyData(try keyBytes(row))
    }

    /// The first column of a row.
    static func keyBytes(_ row: SQLRow) throws -> Bytes16 {
        guard let bytes = row.bytes16(0) else {
            throw damagedKey
        }
        return bytes
    }

    static let damagedKey = StoreError.damagedRow(table: "diagnosis_key")
}
