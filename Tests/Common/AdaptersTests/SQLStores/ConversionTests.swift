import ExposureTesting
import Foundation
import GRDB
import Persistence
import Testing
@testable import SQLiteEngine
@testable import SQLStores

@Suite("The page size of a database file")
struct ConversionTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    /// A file with pages of 4096 bytes and a few rights, in the first schema of release 0.1.
    private static func makeOldFile(at path: String) throws {
        let file = try DatabaseQueue(path: path)
        try file.writeWithoutTransaction { db in
            try db.execute(sql: "PRAGMA page_size = 4096")
            try db.execute(sql: "PRAGMA journal_mode = WAL")
        }
        try file.close()
        let database = try SQLiteDatabase(path: path, schema: .exposureBeforeClock)
        try database.close()
        let again = try DatabaseQueue(path: path)
        try again.write { db in
            for byte in 0..<50 as Range<UInt8> {
                try db.execute(
                    sql: "INSERT INTO upload_right (mac, symptoms_started_on, expires_at) VALUES (?, 1, 2)",
                    arguments: [Data(repeating: byte, count: 32)]
                )
            }
        }
        try again.close()
    }

    private static func facts(_ path: String) throws -> (pageSize: Int?, journal: String?, rights: Int?) {
        let file = try DatabaseQueue(path: path)
        defer { try? file.close() }
        return try file.read { db in
            (
                try Int.fetchOne(db, sql: "PRAGMA page_size"), try String.fetchOne(db, sql: "PRAGMA journal_mode"),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM upload_right")
            )
        }
    }

    @Test("a new file has pages of 2048 bytes, also after its traces were erased")
    func newFile() async throws {
        let path = folder.path("db")
        let database = try SQLiteDatabase(path: path, schema: .exposure)
        #expect(try await database.eraseTraces())
        #expect(try await database.writerPragma("page_size") == 2048)
        // 32 MiB of log, independent of the page size.
        #expect(try await database.writerPragma("wal_autocheckpoint") == 16_384)
        try database.close()
        #expect(try SQLiteDatabase.convert(path, schema: .exposure) == .current)
    }

    @Test("an old file is used as it is, and converted once")
    func oldFile() async throws {
        let path = folder.path("db")
        try Self.makeOldFile(at: path)
        let database = try SQLiteDatabase(path: path, schema: .exposureBeforeClock)
        #expect(try await database.writerPragma("page_size") == 4096)
        #expect(try await database.writerPragma("wal_autocheckpoint") == 8192)
        #expect(try SQLiteDatabase.convert(path, schema: .exposure) == .inUse)
        try database.close()
        #expect(try Self.facts(path) == (4096, "wal", 50))
        #expect(try SQLiteDatabase.convert(path, schema: .exposure) == .converted)
        #expect(try Self.facts(path) == (2048, "wal", 50))
        #expect(try SQLiteDatabase.convert(path, schema: .exposure) == .current)
    }

    @Test("a file of a newer version is refused and not changed")
    func newerFile() async throws {
        let path = folder.path("db")
        try Self.makeOldFile(at: path)
        #expect(throws: StoreError.unsupportedSchema(found: "0001-exposure")) {
            try SQLiteDatabase.convert(path, schema: .settings)
        }
        #expect(try Self.facts(path).pageSize == 4096)
    }
}
