import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import GRDB
import SQLEngine
import SQLiteTesting
import Testing
@testable import SQLiteEngine
@testable import SQLStores

@Suite("The content of the database's files")
struct DataAtRestTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private static let now = UnixTime(1_600_041_600)
    private static let retention: Int64 = 14 * 86_400

    @Test("nothing connects the keys of one upload: no column, no row number, no order")
    func unlinkability() async throws {
        let database = try folder.database(.exposure)
        var generator = SeededGenerator(seed: 1)
        var uploads: [[Data]] = []
        for number in 0..<10 {
            let keys = try (0..<14).map { try Self.key(daysAgo: $0 + 2, using: &generator) }
            uploads.append(keys.map { Data($0.diagnosisKey.key.keyData.exposedBytes) })
            try await Self.upload(keys, number: UInt8(number), to: database, using: &generator)
        }
        try await database.read { db in
            // The table is WITHOUT ROWID: it has no readable row number, and the random bytes decide its order.
            #expect(throws: DatabaseError.self) { try SQLRow.fetchAll(db, sql: "SELECT rowid FROM diagnosis_key") }
            let stored = try Data.fetchAll(db, sql: "SELECT key_data FROM diagnosis_key")
            #expect(stored.count == 140)
            #expect(stored == stored.sorted { $0.lexicographicallyPrecedes($1) })
            // Every other column has the same value in all keys of one day, from every uploader.
            let groups = try Int.fetchOne(
                db,
                sql: """
                    SELECT count(*) FROM (SELECT DISTINCT sequence, rolling_period, transmission_risk_level,
                    report_type, days_since_onset, origin, visited_countries, chunk, is_padding,
                    releasable_at - (rolling_start + rolling_period) * 600 FROM diagnosis_key)
                    """
            )
            #expect(groups == 1)
            let columns = [
                "chunk", "days_since_onset", "is_padding", "key_data", "origin", "releasable_at", "report_type",
                "rolling_period", "rolling_start", "sequence", "transmission_risk_level", "visited_countries",
            ]
            #expect(try db.columnNames(of: "diagnosis_key") == columns)
        }
    }

    @Test("after the traces are erased, the files are the same bytes, whatever the order of the same rows was")
    func physicalOrder() async throws {
        var generator = SeededGenerator(seed: 3)
        let uploads = try (0..<30).map { _ in
            (try (0..<14).map { try Self.key(daysAgo: $0 + 2, using: &generator) }, generator)
        }
        var files: [[Data]] = []
        for (name, order) in [("forwards", Array(0..<30)), ("backwards", (0..<30).reversed())] {
            let path = folder.path(name)
            let database = try SQLiteDatabase(path: path, schema: .exposure)
            for number in order {
                var (keys, generator) = uploads[number]
                try await Self.upload(keys, number: UInt8(number), to: database, using: &generator)
            }
            try DatabaseFile.emptyLog(of: path)
            let before = try DatabaseFile.pages(of: path)
            #expect(try await SQLRetention(database).eraseTraces())
            files.append([before, try DatabaseFile.pages(of: path)])
            #expect(try Data(contentsOf: URL(fileURLWithPath: path + "-wal")).isEmpty)
        }
        // Before, the files show the order of arrival, so the comparison below could fail.
        #expect(files[0][0] != files[1][0])
        #expect(files[0][1] == files[1][1])
    }

    @Test("while a reader holds an old state the traces cannot be erased; the store reports this and does not wait")
    func tracesWithReader() async throws {
        let path = folder.path("db")
        let database = try SQLiteDatabase(path: path, schema: .exposure)
        var configuration = Configuration()
        configuration.allowsUnsafeTransactions = true
        let reader = try DatabaseQueue(path: path, configuration: configuration)
        try reader.inDatabase { db in
            try db.beginTransaction()
            _ = try Int.fetchOne(db, sql: "SELECT last_chunk FROM publication_state")
        }
        #expect(try await !SQLRetention(database).eraseTraces())
        try reader.inDatabase { db in try db.commit() }
        #expect(try await SQLRetention(database).eraseTraces())
    }

    @Test("after the retention a key, a right and a province are nowhere in the files: database, log, free pages")
    func deletionIsComplete() async throws {
        let path = folder.path("db")
        let database = try SQLiteDatabase(path: path, schema: .exposure)
        var generator = SeededGenerator(seed: 2)
        var planted: [Data] = []
        // Enough rows to split and balance pages many times.
        for number in 1...200 {
            let keys = try (0..<14).map { try Self.key(daysAgo: $0 % 10 + 2, using: &generator) }
            planted += keys.map { Data($0.diagnosisKey.key.keyData.exposedBytes) }
            planted.append(Data([UInt8](repeating: UInt8(number), count: 32)))
            try await Self.upload(keys, number: UInt8(number), to: database, using: &generator)
        }
        let chunks = SQLChunks(database)
        let rules = ChunkRules(
            maxKeyCount: 1000,
            minKeyCount: 1,
            maxHeldRuns: 3,
            firstPeriod: 14_400,
            retention: Self.retention
        )
        #expect(try await chunks.planChunks(rules: rules, now: Self.now) == 2800)
        for chunk in try await chunks.plannedChunks() {
            let (end, digest) = (chunk.periodEnd, [UInt8](repeating: 0, count: 32))
            let file = PublishedChunk(index: chunk.index, periodEnd: end, objectName: "chunk", size: 1, digest: digest)
            #expect(try await chunks.publish(file))
        }
        // Some keys are deleted day by day, as in operation, then all others.
        for day: Int64 in 1...17 {
            _ = try await SQLRetention(database).deleteExpired(
                now: Self.now.advanced(bySeconds: day * 86_400),
                retention: Self.retention,
                consumedMemory: 15 * 86_400,
                followers: []
            )
        }
        #expect(try await SQLRetention(database).eraseTraces())
        let left = try await database.read { db in
            try ["diagnosis_key", "upload_right", "analytics_inbox", "chunk"].map { table in
                try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") ?? -1
            }
        }
        #expect(left == [0, 0, 0, 0])
        for suffix in ["", "-wal", "-shm"] {
            let file = FileManager.default.contents(atPath: path + suffix) ?? Data()
            #expect(planted.count(where: { file.range(of: $0) != nil }) == 0)
            #expect(file.range(of: Data("\"planted\":\"RM\"".utf8)) == nil)
        }
    }

    private static func key(daysAgo: Int, using generator: inout some RandomNumberGenerator) throws -> StoredKey {
        let interval = try #require(IntervalNumber(clamping: now).advanced(by: -daysAgo * 144))
        let key = try TemporaryExposureKey.generate(forDayOf: interval, using: &generator)
        return StoredKey(
            diagnosisKey: DiagnosisKey(key: key, transmissionRiskLevel: 8),
            releasableAt: key.windowEnd.advanced(bySeconds: 7200)
        )
    }

    private static func upload(
        _ keys: [StoredKey],
        number: UInt8,
        to database: SQLiteDatabase,
        using generator: inout some RandomNumberGenerator
    ) async throws {
        let identifier = RightIdentifier(mac: [UInt8](repeating: number, count: 32))
        let expiry = now.advanced(bySeconds: 150)
        let right = UploadRight(identifier: identifier, evidence: RightEvidence(now.utcDay), expiresAt: expiry)
        #expect(try await SQLUploadRights(database).grant(right, now: now) == .granted)
        let entry = InboxEntry(
            identifier: Bytes16.random(using: &generator),
            receivedOn: now.utcDay,
            area: "RM",
            content: Array("{\"planted\":\"RM\"}".utf8)
        )
        let content = UploadContent(keys: keys, inboxEntry: entry)
        #expect(try await SQLUploads(database).consume(identifier, now: now) { _ in content })
    }
}
