import Crypto
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import GAENCore
import KeyExport
import KeyPublication
import Persistence
import SQLEngine
import SQLStores
import SQLiteEngine
import Testing

/// A second system on the common key store: it has rights of its own, which a ticket proves, and publishes each hour
/// and each day for two countries.
struct TrialSystem {
    static let noon = SamplePublication.noon
    static let hour: Int64 = 3600

    let clock = ManualClock(noon)
    private let folder: TestFolder
    /// The path of the database's file.
    let path: String
    let database: SQLiteDatabase
    let files: FileObjectStore
    let signer: P256ExportSigner

    init() throws {
        folder = try TestFolder()
        path = folder.url.appending(path: "trial.sqlite").path
        database = try SQLiteDatabase(path: path, schema: Self.schema)
        files = try FileObjectStore(folder: folder.url.appending(path: "objects"))
        signer = try P256ExportSigner(
            privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation,
            signatureInfo: SignatureInfo(verificationKeyID: "262", verificationKeyVersion: "v1", appBundleID: nil)
        )
    }

    /// The common tables, and those of the system beside them.
    private static let schema = SQLSchema(
        migrations: SQLSchema.exposure.migrations + [
            (
                "trial-0001",
                """
                CREATE TABLE trial_ticket (digest BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
                CREATE TABLE trial_receipt (mac BLOB NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;
                """
            )
        ]
    )

    // MARK: - Sequences

    enum Cadence: String, CaseIterable {
        case hour, date
    }

    static func name(_ country: String, _ cadence: Cadence) throws -> SequenceName {
        try #require(SequenceName("\(country.lowercased())-\(cadence)"))
    }

    /// - Parameter days: lets the chunks of hours leave with their date.
    func sequence(_ country: String, _ cadence: Cadence, days: Int? = nil) throws -> PublishedSequence {
        let (chunks, folder) = (try chunks(country, cadence), ObjectName("version/\(country)/\(cadence)"))
        if cadence == .hour, let days, let folder {
            return PublishedSequence(chunks: chunks, folder: folder, days: days)
        }
        let retention = cadence == .hour ? Self.lifeOfHours : SamplePublication.retention
        return PublishedSequence(chunks: chunks, folder: folder, retention: retention)
    }

    /// Two days.
    static let lifeOfHours = 48 * hour

    func chunks(_ country: String, _ cadence: Cadence) throws -> SQLChunks {
        SQLChunks(database, of: try Self.name(country, cadence))
    }

    /// A run of every sequence, the days first: they wait for a later run if their hours are not planned.
    func publish(minKeyCount: Int = 1) async throws {
        for country in Self.countries {
            for cadence in [Cadence.date, .hour] {
                _ = try await PublicationJob(
                    sequence: try sequence(country, cadence),
                    files: files,
                    signers: { [signer] in [signer] },
                    rules: try rules(country, cadence, minKeyCount: minKeyCount),
                    region: country,
                    clock: clock
                ).run()
            }
        }
    }

    /// Runs at noon and at midnight: there are thirteen hours and a day of each country.
    func publishUntilMidnight() async throws {
        try await publish()
        clock.advance(bySeconds: 12 * Self.hour)
        try await publish()
        // The hours come after the days.
        try await publish()
        #expect(try await files.names().count == 28)
    }

    private func rules(_ country: String, _ cadence: Cadence, minKeyCount: Int) throws -> ChunkRules {
        let length = cadence == .hour ? Self.hour : 24 * Self.hour
        return ChunkRules(
            maxKeyCount: 4,
            minKeyCount: cadence == .hour ? minKeyCount : 1,
            maxHeldRuns: .max,
            firstPeriod: length,
            fixedPeriod: length,
            followers: cadence == .hour ? [try Self.name(country, .date)] : [],
            leader: cadence == .hour ? nil : try Self.name(country, .hour),
            retention: SamplePublication.retention
        )
    }

    static let countries = ["DE", "FR"]

    /// - Parameters:
    ///   - countries: the countries that are still published.
    ///   - days: lets the chunks of hours leave with their date.
    func cleanup(of countries: [String] = countries, days: Int? = nil) async throws -> CleanupJob.Outcome {
        let sequences = try countries.flatMap { country in
            try Cadence.allCases.map { try sequence(country, $0, days: days) }
        }
        return try await CleanupJob(
            retention: SQLRetention(database),
            sequences: sequences,
            followers: try countries.map { try Self.name($0, .date) },
            files: files,
            clock: clock
        ).run()
    }

    func fileNames() async throws -> Set<String> { Set(try await files.names().map(\.description)) }

    /// The keys of every chunk on offer, by the start of their period.
    func published(_ country: String, _ cadence: Cadence) async throws -> [Int64: [DiagnosisKey]] {
        let chunks = try chunks(country, cadence)
        let (now, retention) = (clock.now(), SamplePublication.retention)
        var found: [Int64: [DiagnosisKey]] = [:]
        for index in try await chunks.offeredIndexes(now: now, retention: retention) ?? 1...0 {
            let chunk = try #require(try await chunks.offeredChunk(index, now: now, retention: retention))
            let name = try #require(ObjectName(chunk.objectName))
            #expect(name.isUnder(try #require(ObjectName("version/\(country)/\(cadence)"))))
            let bytes = try #require(try await files.get(name))
            let key = try ExportVerificationKey(signer.publicKeyPEM, name: .init(id: "262", version: "v1"))
            let contents = try ExportArchive(bytes).verified(by: ExportVerifier(keys: [key])).contents
            #expect(contents.metadata.region == country)
            found[contents.metadata.start.seconds, default: []] += try contents.allKeys().keys
        }
        return found
    }

    // MARK: - Uploads

    /// What a phone shows: its ticket, and a digest by which the system knows the same upload again.
    struct Claim: Sendable {
        let ticket: [UInt8]
        let receipt: [UInt8]

        init(_ number: Int, body: Int = 0) {
            ticket = Array(SHA256.hash(data: [UInt8](repeating: UInt8(number), count: 4)))
            receipt = Array(SHA256.hash(data: [UInt8(number), UInt8(body)]))
        }
    }

    func issue(_ claim: Claim) async throws {
        try await database.write { db in
            try db.execute(sql: "INSERT INTO trial_ticket VALUES (?)", arguments: [Data(claim.ticket)])
        }
    }

    /// Sends keys with a ticket. The system stores them in whole hours, for the visited countries.
    func upload(_ claim: Claim, _ keys: [DiagnosisKey], visited: Set<String> = []) async throws -> Bool {
        let now = clock.now()
        let stored = try keys.map { try self.stored($0, visited: visited, now: now) }
        return try await uploads.consume(claim, now: now) { _ in UploadContent(keys: stored) }
    }

    var uploads: SQLUploads<TrialRights> { SQLUploads(database, consumer: TrialRights()) }

    func stored(_ key: DiagnosisKey, visited: Set<String>, now: UnixTime) throws -> StoredKey {
        let origin = try #require(CountryCode("DE"))
        let countries = KeyCountries(origin: origin, visited: Set(try visited.map { try #require(CountryCode($0)) }))
        let hour = UnixTime(now.seconds / Self.hour * Self.hour)
        return StoredKey(
            diagnosisKey: key,
            releases: try countries.visited.sorted().map { country in
                KeyRelease(sequence: try Self.name(country.description, .hour), releasableAt: hour)
            },
            countries: countries
        )
    }

    /// A key of the day before yesterday, as the system fills it.
    static func key(_ number: Int) throws -> DiagnosisKey {
        DiagnosisKey(
            key: try #require(SamplePublication.keys(number..<number + 1).first).diagnosisKey.key,
            transmissionRiskLevel: 5,
            reportType: .confirmedClinicalDiagnosis,
            daysSinceOnsetOfSymptoms: 1
        )
    }

    static func keys(_ numbers: Range<Int>) throws -> [DiagnosisKey] { try numbers.map(key) }
}

/// Consumes the tickets of the trial system. A ticket is gone after its use. A receipt of the whole upload stays.
struct TrialRights: SQLRightConsumer {
    func consume(_ claim: TrialSystem.Claim, now: UnixTime, _ db: SQLSession) throws -> RightConsumption<Void> {
        try db.execute(sql: "DELETE FROM trial_ticket WHERE digest = ?", arguments: [Data(claim.ticket)])
        if db.changesCount == 1 {
            try db.execute(sql: "INSERT INTO trial_receipt VALUES (?)", arguments: [Data(claim.receipt)])
            return .consumed(())
        }
        let known = "SELECT EXISTS (SELECT 1 FROM trial_receipt WHERE mac = ?)"
        return try Bool.fetchOne(db, sql: known, arguments: [Data(claim.receipt)]) == true ? .repeated : .refused
    }

    func rehearse(_ claim: TrialSystem.Claim, now: UnixTime, _ db: SQLSession) throws {
        try db.execute(sql: "DELETE FROM trial_ticket WHERE digest = ?", arguments: [Data(claim.ticket)])
        try db.execute(sql: "INSERT INTO trial_receipt VALUES (?)", arguments: [Data(claim.receipt)])
    }
}
