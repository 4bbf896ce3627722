import CoronaWarnPorts
import CoronaWarnStoreConformance
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLCoronaWarnStores
import SQLEngine
import SQLiteEngine
import Testing

@Suite("The keys of other countries in SQLite")
struct FederationKeyTests {
    private static let now = CoronaWarnSamples.now

    /// The origins of the stored keys.
    private static func origins(_ database: SQLiteDatabase) async throws -> [String] {
        try await database.read { db in
            try String.fetchAll(db, sql: "SELECT origin FROM diagnosis_key ORDER BY key_data")
        }
    }

    private static func with(_ body: (SQLiteDatabase, SQLFederation) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .coronaWarn)
            let store = SQLFederation(database)
            #expect(try await store.put(FederationSamples.partner(maxKeys: 4000)))
            #expect(try await store.put(FederationSamples.partner(FederationSamples.other)))
            try await body(database, store)
        }
    }

    @Test("a batch that is not taken stores no key")
    func allOrNothing() async throws {
        try await Self.with { database, store in
            let over = try FederationSamples.received(1, after: 0, keys: 0..<2, skipped: 3999)
            #expect(try await store.accept(over, now: Self.now) == .overLimit)
            let outdated = try FederationSamples.received(2, after: 1, keys: 0..<2)
            #expect(try await store.accept(outdated, now: Self.now) == .outdated)
            #expect(try await Self.origins(database) == [])
            let sound = try FederationSamples.received(1, after: 0, keys: 0..<2, skipped: 3998)
            #expect(try await store.accept(sound, now: Self.now) == .stored)
            #expect(try await Self.origins(database) == ["DK", "DK"])
        }
    }

    @Test("a key that is stored stays as it is, whoever sends it again")
    func echoes() async throws {
        try await Self.with { database, store in
            let first = try FederationSamples.received(1, after: 0, keys: 0..<2)
            #expect(try await store.accept(first, now: Self.now) == .stored)
            let echo = try FederationSamples.received(1, after: 0, from: FederationSamples.other, keys: 0..<3)
            #expect(try await store.accept(echo, now: Self.now) == .stored)
            #expect(try await Self.origins(database) == ["DK", "DK", "FR"])
        }
    }
}
