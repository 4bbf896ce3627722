import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import Persistence
import SQLEngine
import StoreConformance
import Testing
@testable import SQLiteEngine
@testable import SQLStores

@Suite("A database from before sequences had names")
struct SequenceMigrationTests {
    private static let now = Samples.now
    private static let windowStart = now.advanced(bySeconds: -2 * 86_400).seconds / 600

    /// A published chunk and a planned one, a key in each, a padding key, a waiting key, rights and an inbox entry.
    private static let rows = [
        "UPDATE publication_state SET last_chunk = 8, last_period_end = \(now.seconds - 60), held_runs = 2",
        "INSERT INTO chunk VALUES (7, 100, \(now.seconds - 3600), 'chunk-7-aa.zip', 10, zeroblob(32), \(now.seconds - 3600))",
        "INSERT INTO chunk VALUES (8, 200, \(now.seconds - 60), NULL, NULL, NULL, \(now.seconds - 60))",
        "INSERT INTO diagnosis_key VALUES (x'01\(zeros)', \(windowStart), 144, 8, NULL, 7, 0)",
        "INSERT INTO diagnosis_key VALUES (x'02\(zeros)', \(windowStart), 100, 3, NULL, 8, 0)",
        "INSERT INTO diagnosis_key VALUES (x'03\(zeros)', \(windowStart), 144, 4, NULL, 8, 1)",
        "INSERT INTO diagnosis_key VALUES (x'04\(zeros)', \(windowStart), 144, 5, \(now.seconds), NULL, 0)",
        "INSERT INTO upload_right VALUES (x'\(String(repeating: "AA", count: 32))', 18518, \(now.seconds + 60), NULL)",
        "INSERT INTO upload_right VALUES (x'\(String(repeating: "BB", count: 32))', NULL, NULL, 18519)",
        "INSERT INTO analytics_inbox VALUES (x'09\(zeros)', 18519, 'RM', x'5B5D')",
    ]
    private static let zeros = String(repeating: "00", count: 15)

    private let folder: TestFolder
    private let database: SQLiteDatabase

    init() async throws {
        folder = try TestFolder()
        let old = try folder.database(.exposureBeforeSequences)
        try await old.write { db in
            for row in Self.rows {
                try db.execute(sql: row)
            }
        }
        try old.close()
        database = try folder.database(.exposure)
    }

    @Test("keeps its chunks, its keys and its numbers, and publishes on")
    func chunks() async throws {
        let chunks = database.exposureStores().chunks
        #expect(try await chunks.offeredIndexes(now: Self.now, retention: Samples.retention) == 7...7)
        let published = try await chunks.offeredChunk(7, now: Self.now, retention: Samples.retention)
        #expect(published?.objectName == "chunk-7-aa.zip")
        #expect(published?.retiresFrom == Self.now.advanced(bySeconds: -3600))
        let end = Self.now.advanced(bySeconds: -60)
        let planned = PlannedChunk(index: 8, periodStart: UnixTime(200), periodEnd: end)
        #expect(try await chunks.plannedChunks() == [planned])
        let content = try await chunks.content(ofChunk: 8)
        let keys = content.keys
        #expect(keys.map(\.key.rollingPeriod) == [100, 144])
        #expect(keys.map(\.transmissionRiskLevel) == [3, 4])
        #expect(keys.allSatisfy { $0.reportType == nil && $0.daysSinceOnsetOfSymptoms == nil })
        #expect(content.padding.count == 1)
        #expect(try await chunks.planChunks(rules: Samples.rules, now: Self.now) == 1)
        let next = try #require(try await chunks.plannedChunks().last)
        #expect((next.index, next.periodStart) == (9, end))
    }

    private static func identifier(_ byte: UInt8) -> RightIdentifier {
        RightIdentifier(mac: [UInt8](repeating: byte, count: 32))
    }

    @Test("keeps its rights, used and unused, and its inbox")
    func rights() async throws {
        let stores = database.exposureStores()
        let (live, used) = (Self.identifier(0xAA), Self.identifier(0xBB))
        #expect(try await stores.rights.isLive(live, now: Self.now))
        let expiry = Self.now.advanced(bySeconds: 60)
        let grant = UploadRight(identifier: used, evidence: Samples.evidence, expiresAt: expiry)
        #expect(try await stores.rights.grant(grant, now: Self.now) == .consumed)
        let isAccepted = try await stores.uploads.consume(live, now: Self.now) { evidence in
            #expect(evidence.day == CalendarDay(iso: "2020-09-13"))
            return UploadContent(keys: [])
        }
        #expect(isAccepted)
        let entry = try #require(try await stores.inbox.entries(limit: 2).first)
        #expect((entry.area, entry.content) == ("RM", Array("[]".utf8)))
        #expect(entry.receivedOn == CalendarDay(daysSinceEpoch: 18_519))
    }

    @Test("is refused by the version that made it, once this version has opened it")
    func downgrade() async throws {
        try database.close()
        #expect(throws: StoreError.unsupportedSchema(found: "0005-sequences")) {
            try folder.database(.exposureBeforeSequences)
        }
    }
}
