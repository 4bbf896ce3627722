import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnServing
import CoronaWarnStoreConformance
import CoronaWarnSubmission
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import SQLCoronaWarnStores
import SQLEngine
import SQLStores
import SQLiteEngine
import ServiceKit
import ServiceTesting
import Testing

/// A Submission Service on a database of its own and a clock that stands still.
struct SampleSubmission {
    let clock = ManualClock(CoronaWarnSamples.now)
    let database: SQLiteDatabase
    let verification: SQLVerification
    let service: SubmissionService
    let log: LogCapture

    static func with(
        _ settings: [String: String] = [:],
        reservations: (any TANReservationAuthority)? = nil,
        log: LogCapture = LogCapture(),
        metrics: MetricsRegistry = MetricsRegistry(),
        _ body: @escaping @Sendable (SampleSubmission, _ port: Int) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .coronaWarn)
            let sample = try await SampleSubmission(settings, database, reservations, log)
            let services = [sample.service]
            try await withRunningHost(services, clock: sample.clock, log: log, metrics: metrics) { ports, _ in
                try await body(sample, ports.public)
            }
        }
    }

    private init(
        _ settings: [String: String],
        _ database: SQLiteDatabase,
        _ reservations: (any TANReservationAuthority)?,
        _ log: LogCapture
    ) async throws {
        (self.database, self.log) = (database, log)
        verification = SQLVerification(database)
        let catalogue = SubmissionConfiguration.catalogue + CountryConfiguration.catalogue
        let reader = try await SettingsReader(settings, of: catalogue)
        let configuration = try SubmissionConfiguration(reader)
        var uploads: any TANUploads = SharedDatabaseUploads(SQLUploads(database, consumer: SQLTANRights()))
        if let reservations {
            let reserved = SQLUploads(database, consumer: SQLReservedUploads())
            uploads = ReservedUploads(authority: reservations, uploads: reserved, logger: log.logger)
        }
        service = SubmissionService(
            uploads: uploads,
            policy: UploadPolicy(configuration, countries: try CountryConfiguration(reader)),
            maxBody: configuration.maxBody,
            clock: clock,
            trusted: clock,
            logger: log.logger,
            health: {}
        )
    }

    // MARK: - TANs

    static func tan(_ number: UInt8 = 1) -> TAN { TAN(bytes: CoronaWarnSamples.name(number)) }

    /// Issues a TAN for a token of its own.
    func issue(_ number: UInt8 = 1, from teleTAN: TeleTANKind? = nil) async throws {
        #expect(try await verification.issue(Self.tan(number), from: teleTAN, now: clock.now()))
    }

    // MARK: - Rows

    func rows(_ table: String) async throws -> Int {
        try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? 0 }
    }

    /// First byte, sequence, level and hour of release of each stored key.
    ///
    /// - Parameter sequence: nil for all.
    func stored(in sequence: String? = "de-hour") async throws -> [String] {
        try await statements(in: sequence).map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
    }

    /// As ``stored(in:)``, with report type and days since the onset.
    func statements(in sequence: String?) async throws -> [String] {
        try await database.read { db in
            let rows = try SQLRow.fetchAll(
                db,
                sql: """
                    SELECT diagnosis_key.*, publication_state.sequence AS name
                    FROM diagnosis_key JOIN publication_state ON publication_state.id = diagnosis_key.sequence
                    ORDER BY key_data, name
                    """
            )
            return rows.filter { sequence == nil || $0["name"] == sequence }.map { row in
                let release = (row["releasable_at"] as Int64? ?? 0) / 3600
                return "\((row["key_data"] as Data)[0]) \(row["name"] as String) "
                    + "\(row["transmission_risk_level"] as Int) \(release) "
                    + "\(row["report_type"] as Int) \(row["days_since_onset"] as Int)"
            }
        }
    }
}

/// Uploads as they come off the wire.
enum SubmissionRequest {
    static let type = "Content-Type: application/x-protobuf"

    /// A body with keys of the days before `CoronaWarnSamples.now`, each with a first byte of its own.
    static func body(
        _ keys: [SubmittedKey]? = nil,
        visited: [String] = [],
        consent: Bool = true,
        size: Int = SubmissionPayload.phoneSize
    ) throws -> [UInt8] {
        let payload = SubmissionPayload(
            keys: try keys ?? [key(1)],
            visitedCountries: visited.compactMap { RegionCode($0) },
            consentsToFederation: consent
        )
        return try #require(payload.exposedBody(size: size))
    }

    /// - Parameter daysAgo: 0 for the day of the upload.
    static func key(_ number: UInt8, daysAgo: Int = 1, level: Int? = 5, onset: Int? = nil) throws -> SubmittedKey {
        let today = IntervalNumber(clamping: CoronaWarnSamples.now).startOfDay
        let start = try #require(today.advanced(by: -daysAgo * Int(IntervalNumber.perDay)))
        let data = try TemporaryExposureKey.KeyData([UInt8](repeating: number, count: 16))
        let key = try TemporaryExposureKey(keyData: data, rollingStart: start, rollingPeriod: 144)
        let code = onset.flatMap { OnsetCode($0) }
        return try #require(SubmittedKey(key: key, transmissionRiskLevel: level, onsetCode: code))
    }

    static func headers(tan: TAN? = SampleSubmission.tan(), fake: String? = "0") -> [String] {
        [type] + (fake.map { ["cwa-fake: \($0)"] } ?? [])
            + (tan.map { ["cwa-authorization: \($0.exposedText)"] } ?? [])
    }

    static func bytes(_ headers: [String] = headers(), body: [UInt8]) -> [UInt8] {
        let lines = ["POST /version/v1/diagnosis-keys HTTP/1.1", "Host: localhost", "Content-Length: \(body.count)"]
        return Array(((lines + headers).joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    static func send(_ headers: [String] = headers(), body: [UInt8], to port: Int) async throws -> RawAnswer {
        let connection = try RawHTTP(port: port)
        try await connection.send(bytes(headers, body: body))
        return try await connection.answer()
    }
}
