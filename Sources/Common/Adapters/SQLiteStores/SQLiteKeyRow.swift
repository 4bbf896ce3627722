import DiagnosisKeyStores
import ExposurePrimitives
import Foundation
import GAENCore
import GRDB
import Persistence

/// Reads diagnosis keys from rows.
enum SQLiteKeyRow {
    /// The keys of `source`, which begins with `FROM`.
    static func fetchKeys(_ source: String, _ arguments: StatementArguments, _ db: Database) throws -> [DiagnosisKey] {
        let cursor = try Row.fetchCursor(
            db,
            sql: """
                SELECT key_data, rolling_start, rolling_period, transmission_risk_level, report_type, days_since_onset
                \(source)
                """,
            arguments: arguments
        )
        var keys: [DiagnosisKey] = []
        while let row = try cursor.next() {
            keys.append(try diagnosisKey(row))
        }
        return keys
    }

    /// The countries of the keys of `source`, which begins with `FROM` and ends with a condition. A key without
    /// countries is left out.
    static func fetchCountries(
        _ source: String,
        _ arguments: StatementArguments,
        _ db: Database
    ) throws -> [TemporaryExposureKey.KeyData: KeyCountries] {
        let sql = "SELECT key_data, origin, visited_countries \(source) AND origin IS NOT NULL"
        return try Row.fetchAll(db, sql: sql, arguments: arguments).reduce(into: [:]) { found, row in
            guard let countries = KeyCountries(origin: row[1], visitedText: row[2]) else {
                throw damagedKey
            }
            found[try keyData(row)] = countries
        }
    }

    /// Reads a row of `fetchKeys`. Columns are read by position, because a million lookups of names take longer than
    /// all other work.
    private static func diagnosisKey(_ row: Row) throws -> DiagnosisKey {
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
    static func keyData(_ row: Row) throws -> TemporaryExposureKey.KeyData {
        TemporaryExposureKey.KeyData(try keyBytes(row))
    }

    /// The first column of a row.
    static func keyBytes(_ row: Row) throws -> Bytes16 {
        // The bytes belong to SQLite and are read before the next row, without a copy.
        let bytes = try row.withUnsafeData(atIndex: 0) { $0.flatMap(Bytes16.init(ofData:)) }
        guard let bytes else {
            throw damagedKey
        }
        return bytes
    }

    static let damagedKey = StoreError.damagedRow(table: "diagnosis_key")
}

extension Bytes16 {
    /// Nil unless `data` holds exactly sixteen bytes.
    fileprivate init?(ofData data: Data) {
        guard data.count == Self.count else {
            return nil
        }
        // SAFETY: both words lie within the sixteen bytes.
        self.init(
            words: unsafe data.withUnsafeBytes { bytes in
                (
                    high: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self)),
                    low: UInt64(bigEndian: unsafe bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
                )
            }
        )
    }
}
