import DatabaseTesting
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import GRDB
import Persistence
import SQLEngine
import StoreConformance
import Testing
@testable import SQLiteEngine
@testable import SQLStores

@Suite("The exposure database in SQLite")
struct SQLiteExposureStoresTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    @Test("conforms to the ports", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make in
            let violations = await ExposureStoresConformance.checks.violations { try make(.exposure).exposureStores() }
            #expect(violations == [])
        }
    }

    @Test("the checks find each planted mistake by its own rule")
    func mistakes() async {
        let checks = ExposureStoresConformance.checks
        #expect(await checks.overlooked(ExposureFaults.all) { try await .temporary(fault: $0) } == [])
    }

    @Test("the checks find an upload whose right is consumed before its content is made")
    func hasty() async throws {
        let rule = "the right is consumed in the transaction that stores the keys"
        let check = try #require(ExposureStoresConformance.checks.first { $0.rule == rule })
        let violations = await [check].violations {
            let stores = try await ExposureStores.temporary()
            return ExposureStores(
                rights: stores.rights,
                uploads: HastyUploads(base: stores.uploads),
                retention: stores.retention,
                inbox: stores.inbox
            ) { stores.chunks(of: $0) }
        }
        #expect(violations.contains { !$0.contains(": threw ") }, "\(violations)")
    }

    /// Consumes the right in a transaction of its own.
    private struct HastyUploads: UploadStore {
        let base: any UploadStore<RightIdentifier, RightEvidence>

        func consume(
            _ identifier: RightIdentifier,
            now: UnixTime,
            storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
        ) async throws(StoreError) -> Bool {
            let isConsumed = try await base.consume(identifier, now: now) { _ in UploadContent(keys: []) }
            try await base.rehearse(identifier, now: now, storing: content)
            return isConsumed
        }

        func rehearse(
            _ identifier: RightIdentifier,
            now: UnixTime,
            storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
        ) async throws(StoreError) {
            try await base.rehearse(identifier, now: now, storing: content)
        }
    }

    @Test("commits are synced: synchronous = FULL and secure_delete are set on the connection that writes")
    func pragmas() async throws {
        let database = try folder.database(.exposure)
        #expect(try await database.writerPragma("synchronous") == SQLiteDatabase.synchronousFull)
        #expect(try await database.writerPragma("secure_delete") == 1)
    }

    @Test("a statement that ends with its task's cancellation is a cancellation; other failures are not")
    func interrupted() {
        #expect(StoreError(DatabaseError(resultCode: .SQLITE_INTERRUPT)) == .cancelled)
        #expect(StoreError(CancellationError()) == .cancelled)
        for code in [ResultCode.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_IOERR] {
            let reason = "SQLite error \(code.rawValue)"
            #expect(StoreError(DatabaseError(resultCode: code)) == .unavailable(reason: reason))
        }
    }

    @Test("a call of a cancelled task reports the cancellation and does not blame the disk")
    func cancelled() async throws {
        let database = try folder.database(.exposure)
        for call in [Self.read, Self.erase] {
            let task = Task {
                // The task is cancelled before it begins, independent of speed.
                withUnsafeCurrentTask { $0?.cancel() }
                try await call(database)
            }
            let error = await #expect(throws: StoreError.self) { try await task.value }
            #expect(error == .cancelled)
            #expect(error.map { "\($0)" }?.contains("disk") == false)
        }
    }

    private static let read: @Sendable (SQLiteDatabase) async throws -> Void = { database in
        _ = try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM upload_right") }
    }

    private static let erase: @Sendable (SQLiteDatabase) async throws -> Void = { _ = try await $0.eraseTraces() }

    @Test("the inspection of a file creates and changes nothing, and refuses a newer file or another format")
    func looking() async throws {
        let (path, copy) = (folder.path("db"), folder.path("copy"))
        #expect(throws: StoreError.self) { try SQLiteDatabase.check(path: path, schema: .settings) }
        #expect(throws: StoreError.self) { try SQLiteDatabase.copy(path, to: copy) }
        #expect(!FileManager.default.fileExists(atPath: path))
        // The file of an older version is usable and stays as it is.
        let database = try SQLiteDatabase(path: path, schema: .settingsBeforeHistory)
        try await database.write { db in try db.execute(sql: "INSERT INTO app_setting VALUES ('ios', 1, 'name', '7')") }
        try database.close()
        try SQLiteDatabase.check(path: path, schema: .settings)
        try SQLiteDatabase.check(path: path, schema: .settingsBeforeHistory)
        try SQLiteDatabase.copy(path, to: copy)
        let copied = try SQLSettings(SQLiteDatabase(path: copy, schema: .settings))
        #expect(try await copied.settings(platform: "ios", build: 1).map(\.name) == ["name"])
        try SQLiteDatabase(path: path, schema: .settings).close()
        #expect(throws: StoreError.unsupportedSchema(found: "0002-settings-history")) {
            try SQLiteDatabase.check(path: path, schema: .settingsBeforeHistory)
        }
        // SQLite treats a file shorter than a page as empty.
        let other = folder.url.appending(path: "other")
        try Data(repeating: 7, count: 8192).write(to: other)
        #expect(throws: StoreError.self) { try SQLiteDatabase.check(path: other.path, schema: .settings) }
    }

    @Test("a database of a newer version is refused")
    func newerSchema() async throws {
        let path = folder.path("db")
        let database = try SQLiteDatabase(path: path, schema: .exposure)
        try await database.write { db in try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999-future')") }
        try database.close()
        #expect(throws: StoreError.unsupportedSchema(found: "9999-future")) {
            _ = try SQLiteDatabase(path: path, schema: .exposure)
        }
    }

    @Test("a write whose turn comes too late fails and never happens; one without a limit waits")
    func patience() async throws {
        let path = folder.path("db")
        let database = try SQLiteDatabase(path: path, schema: .exposure, patience: .zero)
        let hold: @Sendable (SQLSession) throws -> Void = { db in
            try db.execute(sql: "UPDATE publication_state SET held_runs = held_runs + 1")
        }
        let tooLate = StoreError.unavailable(reason: "the write waited too long for its turn")
        await #expect(throws: tooLate) { try await database.write(hold) }
        await #expect(throws: tooLate) { try await database.rehearse(hold) }
        try await database.write(patience: .unlimited, hold)
        let runs = "SELECT held_runs FROM publication_state"
        #expect(try await database.read { try Int.fetchOne($0, sql: runs) } == 1)
    }

    @Test("a failing write in a group is undone alone")
    func groupIsolation() async throws {
        let database = try folder.database(.exposure)
        let succeeded = await withTaskGroup(of: Bool.self) { group in
            for number in 0..<40 {
                group.addTask {
                    let chunk = "INSERT INTO chunk (number, period_start, period_end, retires_from) VALUES (?, 0, 1, 1)"
                    let written: Void? = try? await database.write { db in
                        try db.execute(sql: chunk, arguments: [number])
                        if number % 4 == 3 {
                            throw StoreError.damagedRow(table: "planted")
                        }
                    }
                    return written != nil
                }
            }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        // Ten writes throw, and number 0 violates a constraint of the table.
        #expect(succeeded == 29)
        #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM chunk") } == 29)
    }
}
