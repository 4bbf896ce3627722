import CoronaWarnStoreConformance
import ExposureTesting
import Foundation
import GRDB
import SQLCoronaWarnStores
import SQLEngine
import SQLiteEngine
import SQLiteTesting
import Testing

@Suite("What Corona-Warn's files hold")
struct AtRestTests {
    private static let accessKey = [
        "authority", "digest", "expires_at", "former_digest", "former_expires_at", "holder", "role",
    ]

    private static let tables: [(schema: SQLSchema, tables: [String: [String]])] = [
        (
            .laboratory,
            [
                "test_result": ["changed_in", "code", "identifier", "laboratory_id", "owner", "sample_collection"],
                "access_key": accessKey,
            ]
        ),
        (
            .coronaWarn,
            [
                "registered_test": ["birth_date", "code", "registered_in"],
                "test_session": [
                    "began_at", "birth_date", "code", "issued", "issued_at", "requests", "tele_tan", "token", "used",
                ],
                "tan": ["digest", "expires_at", "reservation", "tele_tan", "token"],
                "tan_reservation": ["expires_in", "name", "tele_tan", "token", "upload"],
                "used_upload": ["expires_in", "mark"],
                "tele_tan": ["expires_at", "kind", "mac"],
                "operator_pause": ["issued_at", "operator"],
                "federation_partner": [
                    "answered_in", "counted_keys", "counted_on", "country", "is_paused", "last_batch", "max_keys",
                    "name", "public_key", "served", "served_in", "server", "trust_roots",
                ],
                "federation_batch": ["country", "keys", "number", "received_in", "refusal", "skipped"],
                "access_key": accessKey,
            ]
        ),
    ]

    @Test("the columns are these, and no row has a number")
    func columns() async throws {
        try await TemporaryFolder.with { folder in
            for (number, (schema, tables)) in Self.tables.enumerated() {
                let database = try SQLiteDatabase(path: folder.appending(path: "db\(number)").path, schema: schema)
                try await database.read { db throws in
                    for (table, columns) in tables {
                        #expect(try db.columnNames(of: table) == columns)
                        // A row number would tell the order of arrival.
                        #expect(throws: DatabaseError.self) {
                            try SQLRow.fetchAll(db, sql: "SELECT rowid FROM \(table)")
                        }
                    }
                }
            }
        }
    }

    @Test("registrations in another order leave the same bytes")
    func order() async throws {
        try await TemporaryFolder.with { folder in
            var files: [(before: Data, after: Data)] = []
            for (name, numbers) in [("up", Array(1...UInt8(60))), ("down", Array((1...UInt8(60)).reversed()))] {
                let path = folder.appending(path: name).path
                let database = try SQLiteDatabase(path: path, schema: .coronaWarn)
                let store = SQLVerification(database)
                for number in numbers {
                    let registration = CoronaWarnSamples.registration(number, token: number)
                    _ = try await store.register(registration, wrongTeleTANs: 10, now: CoronaWarnSamples.now)
                }
                try DatabaseFile.emptyLog(of: path)
                let before = try DatabaseFile.pages(of: path)
                #expect(try await database.eraseTraces())
                files.append((before, try DatabaseFile.pages(of: path)))
            }
            // Before, the order of arrival shows: the compared files can differ.
            #expect(files[0].before != files[1].before)
            #expect(files[0].after == files[1].after)
        }
    }
}
