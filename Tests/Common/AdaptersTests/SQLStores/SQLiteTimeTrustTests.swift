import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import SQLEngine
import SQLiteTesting
import StoreConformance
import Testing
@testable import SQLiteEngine
@testable import SQLStores

@Suite("The trusted time in a SQLite database")
struct SQLiteTimeTrustTests {
    @Test("the checks find each planted mistake by its own rule")
    func mistakes() async {
        let overlooked = await TimeTrustConformance.checks.overlooked(TimeTrustFaults.all) {
            SQLTimeTrust(try await TemporaryDatabase(.exposure, fault: $0), of: .exposures)
        }
        #expect(overlooked == [])
    }

    @Test(
        "each row that may be destroyed or released is evidence of the time by itself",
        arguments: [
            (
                "INSERT INTO diagnosis_key VALUES (zeroblob(16), 1, 2991936, 144, 8, NULL, NULL, NULL, NULL, 0, NULL, 0)",
                1_795_161_600
            ),
            (
                "INSERT INTO chunk (number, period_start, period_end, retires_from) VALUES (1, 0, 1795262400, 0)",
                1_795_262_400
            ),
            ("INSERT INTO analytics_inbox VALUES (zeroblob(16), 20778, 'RM', x'00')", 1_795_219_200),
            ("INSERT INTO upload_right VALUES (zeroblob(32), NULL, NULL, 20778)", 1_795_219_200),
        ] as [(String, Int64)]
    )
    func exposureEvidence(sql: String, seconds: Int64) async throws {
        let database = try await TemporaryDatabase(.exposure)
        try await database.write { db in try db.execute(sql: sql) }
        #expect(try await SQLTimeTrust(database, of: .exposures).latestEvidence() == UnixTime(seconds))
    }

    @Test("a database of the version before it opens, and each chunk retires as before")
    func migration() async throws {
        let folder = try TestFolder()
        let old = try folder.database(.exposureBeforeClock)
        let chunk = "INSERT INTO chunk VALUES (7, 100, 200, 'chunk-7', 10, zeroblob(32))"
        try await old.write { db in try db.execute(sql: chunk) }
        try old.close()
        let chunks = SQLChunks(try folder.database(.exposure))
        for (now, end) in [(1199, UnixTime(200)), (1200, nil)] as [(Int64, UnixTime?)] {
            #expect(try await chunks.offeredChunk(7, now: UnixTime(now), retention: 1000)?.retiresFrom == end)
        }
    }
}
