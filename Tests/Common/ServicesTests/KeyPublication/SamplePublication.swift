import Crypto
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import GAENCore
import KeyExport
import KeyPublication
import KeyServerRules
import Persistence
import SQLStores
import SQLiteEngine
import Testing

/// A publication on a database and files in a folder, and a clock that stands still.
struct SamplePublication {
    /// Noon UTC of a summer day.
    static let noon = UnixTime(1_594_209_600)
    static let day: Int64 = 86_400
    static let retention = 14 * day
    static let keyName = VerificationKeyName(id: "222", version: "v1")

    let folder: TestFolder
    let clock = ManualClock(noon)
    let database: SQLiteDatabase
    let files: FileObjectStore
    let signer: P256ExportSigner

    init() throws {
        folder = try TestFolder()
        database = try Self.open(folder)
        files = try FileObjectStore(folder: folder.url.appending(path: "chunks"))
        signer = try P256ExportSigner(
            privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation,
            signatureInfo: SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1", appBundleID: nil)
        )
    }

    /// Another handle on the same file, as a second process has it.
    func reopened() throws -> SQLiteDatabase { try Self.open(folder) }

    private static func open(_ folder: TestFolder) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: folder.url.appending(path: "exposures.sqlite").path, schema: .exposure)
    }

    var chunks: SQLChunks { SQLChunks(database) }

    // MARK: - Jobs

    /// A job as a process that starts now makes it.
    func job(
        chunks: (any ChunkStore)? = nil,
        files: (any ObjectStore)? = nil,
        signer: (any ExportSigner)? = nil,
        rules: ChunkRules = rules(),
        riskLevels: RiskLevelVector? = .uniform,
        steps: any StepObserver = NoStepObserver()
    ) throws -> PublicationJob {
        let signer = signer ?? self.signer
        return PublicationJob(
            sequence: PublishedSequence(chunks: try chunks ?? SQLChunks(reopened())),
            files: files ?? self.files,
            signers: { [signer] },
            rules: rules,
            region: "222",
            riskLevels: riskLevels,
            clock: clock,
            steps: steps
        )
    }

    /// Chooses the keys of the next chunks, as a process does before it ends.
    @discardableResult
    func plan() async throws -> Int { try await chunks.planChunks(rules: Self.rules(), now: clock.now()) }

    var cleanup: CleanupJob { cleanup(of: files) }

    func cleanup(of files: any ObjectStore) -> CleanupJob {
        CleanupJob(
            retention: SQLRetention(database),
            sequences: [PublishedSequence(chunks: chunks)],
            files: files,
            clock: clock
        )
    }

    static func rules(max: Int = 10, min: Int = 1, padded: Int = 0) -> ChunkRules {
        ChunkRules(
            maxKeyCount: max,
            minKeyCount: min,
            paddedKeyCount: padded,
            maxHeldRuns: 3,
            firstPeriod: 14_400,
            retention: retention
        )
    }

    // MARK: - Keys

    /// Keys numbered 0…255 whose windows of a day ended at `windowEnd`, by default at the midnight before noon.
    static func keys(_ numbers: Range<Int>, windowEnd: UnixTime = noon.utcDay.startInUTC) throws -> [StoredKey] {
        try numbers.map { number in
            // Scattered, so that the order of numbers is not the order of bytes.
            let first = UInt8(truncatingIfNeeded: number &* 167 &+ 13)
            let key = try TemporaryExposureKey(
                keyData: .init([first, UInt8(number)] + [UInt8](repeating: 9, count: 14)),
                rollingStart: IntervalNumber(IntervalNumber(clamping: windowEnd).rawValue - 144),
                rollingPeriod: 144
            )
            return StoredKey(
                diagnosisKey: DiagnosisKey(key: key, transmissionRiskLevel: 8),
                releasableAt: windowEnd.advanced(bySeconds: 7200)
            )
        }
    }

    /// Uploads and returns the keys with these numbers.
    @discardableResult
    func upload(_ numbers: Range<Int>, windowEnd: UnixTime = noon.utcDay.startInUTC) async throws -> [StoredKey] {
        let keys = try Self.keys(numbers, windowEnd: windowEnd)
        try await upload(keys)
        return keys
    }

    /// Uploads `keys` with a right of their own.
    func upload(_ keys: [StoredKey]) async throws {
        var generator = SystemRandomNumberGenerator()
        let identifier = RightIdentifier(mac: (0..<32).map { _ in UInt8.random(in: 0...255, using: &generator) })
        let now = clock.now()
        let right = UploadRight(
            identifier: identifier,
            evidence: RightEvidence(now.utcDay),
            expiresAt: now.advanced(bySeconds: 150)
        )
        #expect(try await SQLUploadRights(database).grant(right, now: now) == .granted)
        let entry = InboxEntry(
            identifier: Bytes16.random(using: &generator),
            receivedOn: now.utcDay,
            area: "RM",
            content: Array("[]".utf8)
        )
        let content = UploadContent(keys: keys, inboxEntry: entry)
        #expect(try await SQLUploads(database).consume(identifier, now: now) { _ in content })
    }

    // MARK: - What was published

    /// The indexes on offer.
    func offered() async throws -> ClosedRange<Int>? {
        try await chunks.offeredIndexes(now: clock.now(), retention: Self.retention)
    }

    /// The bytes of a chunk on offer, checked against what the database says of them.
    func bytes(ofChunk index: Int) async throws -> [UInt8] {
        let chunk = try #require(try await chunks.offeredChunk(index, now: clock.now(), retention: Self.retention))
        let name = try #require(ObjectName(chunk.objectName))
        let bytes = try #require(try await files.get(name))
        #expect(bytes.count == chunk.size)
        #expect(Array(SHA256.hash(data: bytes)) == chunk.digest)
        return bytes
    }

    /// A chunk as a phone reads it: its signature verified.
    func verified(_ index: Int) async throws -> VerifiedExport {
        let key = try ExportVerificationKey(signer.publicKeyPEM, name: Self.keyName)
        return try await ExportArchive(bytes(ofChunk: index)).verified(by: ExportVerifier(keys: [key]))
    }

    func keys(ofChunk index: Int) async throws -> [DiagnosisKey] { try await verified(index).contents.allKeys().keys }

    /// The keys of all chunks on offer, in the order of their chunks.
    func offeredKeys() async throws -> [DiagnosisKey] {
        var keys: [DiagnosisKey] = []
        for index in try await offered().map(Array.init) ?? [] {
            keys += try await self.keys(ofChunk: index)
        }
        return keys
    }

    func fileNames() async throws -> Set<String> { Set(try await files.names().map(\.description)) }
}

extension [StoredKey] {
    /// As they are published: the diagnosis keys in the order of their bytes.
    var sortedKeys: [DiagnosisKey] { map(\.diagnosisKey).sorted { $0.key.keyData < $1.key.keyData } }
}
