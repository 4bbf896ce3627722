import DatabaseTesting
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import GRDB
import Persistence
import SQLEngine
import StoreConformance
import Testing
@testable import SQLiteEngine
@testable import SQLStores

@Suite("The exposure database in SQLite")
struct SQLiteExposureStoresTests {
    @Test("conforms to the ports", arguments: TestEngine.all)
    func conforms(engine: TestEngine) async throws {
        try await engine.with { make in
            let conformance = ExposureStoresConformance { try make(.exposure).exposureStores() }
            let violations = await conformance.violations()
            #expect(violations == [])
        }
    }

    @Test("the checks pass on the reference")
    func referenceConforms() async {
        let conformance = ExposureStoresConformance { InMemoryExposureStores().stores }
        let violations = await conformance.violations()
        #expect(violations == [])
    }

    @Test(
        "the checks find each planted fault by its own rule",
        arguments: [
            (InMemoryExposureStores.Fault.consumesOutsideTheTransaction, "the right is consumed in the transaction"),
            (.losesTheInboxEntry, "an accepted upload stores its keys and its inbox entry"),
            (.letsTwoWin, "of thirty uploads at once"),
            (.burnsRightsInRehearsals, "a rehearsal leaves nothing behind"),
            (.reusesIndexes, "indexes are not reused"),
            (.publishesKeysTwice, "a key uploaded twice is published once"),
            (.ignoresTheEmbargo, "a key leaves at the end of its embargo"),
            (.forgetsConsumedRights, "a consumed right is not granted again"),
            (.makesPaddingAnew, "padding is made once"),
            (.countsPadding, "padding keys are deleted with their retention and never counted"),
            (.followsFuturePeriods, "after a period in the future"),
            (.keepsFutureChunks, "a chunk whose period lies in the future retires"),
            (.leavesGaps, "the offer has no gaps"),
            (.believesFarExpiries, "a right that ends further ahead"),
            (.spreadsKnownKeys, "a key that is stored does not enter further sequences"),
            (.losesCountries, "what a key carries"),
            (.sharesNumbers, "each sequence has its own numbers"),
            (.publishesEarly, "a fixed period is planned once it is over"),
            (.skipsEmptyPeriods, "a fixed period is planned once it is over, once, and also without keys"),
            (.deletesOtherSequences, "the chunks of one sequence can be deleted before its keys"),
            (.overtakesTheLeader, "a follower repeats the keys"),
            (.keepsFollowersWaiting, "a follower repeats the keys"),
        ]
    )
    func faultsAreFound(fault: InMemoryExposureStores.Fault, rule: String) async {
        let conformance = ExposureStoresConformance { InMemoryExposureStores(fault: fault).stores }
        var violations: [String] = []
        // A fault of two concurrent calls appears only if they really overlap, which the machine's scheduler decides.
        for _ in 0..<100 where !violations.contains(where: { $0.hasPrefix(rule) }) {
            violations = await conformance.violations()
        }
        #expect(violations.contains { $0.hasPrefix(rule) }, "\(violations)")
    }

    @Test("commits are synced: synchronous = FULL and secure_delete are set on the connection that writes")
    func pragmas() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .exposure)
            #expect(try await database.writerPragma("synchronous") == SQLiteDatabase.synchronousFull)
            #expect(try await database.writerPragma("secure_delete") == 1)
        }
    }

    @Test("a statement that ends with its task's cancellation is a cancellation; other failures are not")
    func interrupted() {
        #expect(StoreError(DatabaseError(resultCode: .SQLITE_INTERRUPT)) == .cancelled)
        #expect(StoreError(CancellationError()) == .cancelled)
        for code in [ResultCode.SQLITE_FULL, .SQLITE_BUSY, .SQLITE_IOERR] {
            let found = StoreError(DatabaseError(resultCode: code))
            #expect(found == .unavailable(reason: "SQLite error \(code.rawValue)"))
        }
    }

    @Test("a call of a cancelled task reports the cancellation and does not blame the disk")
    func cancelled() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .exposure)
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
    }

    private static let read: @Sendable (SQLiteDatabase) async throws -> Void = { database in
        _ = try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM upload_right") }
    }

    private static let erase: @Sendable (SQLiteDatabase) async throws -> Void = { database in
        _ = try await database.eraseTraces()
    }

    @Test("the inspection of a file creates and changes nothing, and refuses a newer file or another format")
    func looking() async throws {
        try await TemporaryFolder.with { folder in
            let (path, copy) = (folder.appending(path: "db").path, folder.appending(path: "copy").path)
            #expect(throws: StoreError.self) { try SQLiteDatabase.check(path: path, schema: .settings) }
            #expect(throws: StoreError.self) { try SQLiteDatabase.copy(path, to: copy) }
            #expect(!FileManager.default.fileExists(atPath: path))
            // The file of an older version is usable and stays as it is.
            let database = try SQLiteDatabase(path: path, schema: .settingsBeforeHistory)
            try await database.write { db in
                try db.execute(sql: "INSERT INTO app_setting VALUES ('ios', 1, 'name', '7')")
            }
            try database.close()
            try SQLiteDatabase.check(path: path, schema: .settings)
            try SQLiteDatabase.check(path: path, schema: .settingsBeforeHistory)
            try SQLiteDatabase.copy(path, to: copy)
            let copied = try SQLSettings(SQLiteDatabase(path: copy, schema: .settings))
            #expect(try await copied.settings(platform: "ios", build: 1).map(\.name) == ["name"])
            let newer = try SQLiteDatabase(path: path, schema: .settings)
            try newer.close()
            #expect(throws: StoreError.unsupportedSchema(found: "0002-settings-history")) {
                try SQLiteDatabase.check(path: path, schema: .settingsBeforeHistory)
            }
            // SQLite treats a file shorter than a page as empty.
            let other = folder.appending(path: "other")
            try Data(repeating: 7, count: 8192).write(to: other)
            #expect(throws: StoreError.self) { try SQLiteDatabase.check(path: other.path, schema: .settings) }
        }
    }

    @Test("a database of a newer version is refused")
    func newerSchema() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let database = try SQLiteDatabase(path: path, schema: .exposure)
            try await database.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations VALUES ('9999-future')")
            }
            try database.close()
            #expect(throws: StoreError.unsupportedSchema(found: "9999-future")) {
                _ = try SQLiteDatabase(path: path, schema: .exposure)
            }
        }
    }

    @Test("a write whose turn comes too late fails and never happens; one without a limit waits")
    func patience() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder.appending(path: "db").path
            let database = try SQLiteDatabase(path: path, schema: .exposure, patience: .zero)
            let hold: @Sendable (SQLSession) throws -> Void = { db in
                try db.execute(sql: "UPDATE publication_state SET held_runs = held_runs + 1")
            }
            let tooLate = StoreError.unavailable(reason: "the write waited too long for its turn")
            await #expect(throws: tooLate) { try await database.write(hold) }
            await #expect(throws: tooLate) { try await database.rehearse(hold) }
            try await database.write(patience: .unlimited, hold)
            let runs = try await database.read { db in
                try Int.fetchOne(db, sql: "SELECT held_runs FROM publication_state")
            }
            #expect(runs == 1)
        }
    }

    @Test("a failing write in a group is undone alone")
    func groupIsolation() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .exposure)
            let succeeded = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        do {
                            try await database.write { db in
                                try db.execute(
                                    sql:
                                        """
                                        INSERT INTO chunk (number, period_start, period_end, retires_from)
                                        VALUES (?, 0, 1, 1)
                                        """,
                                    arguments: [number]
                                )
                                if number % 4 == 3 {
                                    throw StoreError.damagedRow(table: "planted")
                                }
                            }
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            // Ten writes throw, and number 0 violates a constraint of the table.
            #expect(succeeded == 29)
            let rows = try await database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM chunk") }
            #expect(rows == 29)
        }
    }
}
