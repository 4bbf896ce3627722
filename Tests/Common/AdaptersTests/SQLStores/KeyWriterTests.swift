import DatabaseTesting
import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import SQLEngine
import StoreConformance
import Testing
@testable import SQLStores

@Suite("Writing the keys of an upload")
struct KeyWriterTests {
    @Test(
        "however many keys come at once, those that are stored enter no further sequence",
        arguments: TestEngine.all,
        [0, 1, 15, 16, 17, 32, 33, 100]
    )
    func storedKeys(engine: TestEngine, count: Int) async throws {
        let releases = [try Self.release("de-hour"), try Self.release("eur-hour")]
        let stored = Set(stride(from: 0, to: count, by: 3))
        try await Self.withDatabase(of: engine) { db in
            try SQLKeyWriter.insert(stored.map { try Samples.key($0) }, db)
            try SQLKeyWriter.insert((0..<count).map { try Samples.travelled($0, to: releases) }, db)
            for number in 0..<count {
                let sequences = stored.contains(number) ? ["main"] : ["de-hour", "eur-hour"]
                #expect(try Self.rows(of: number, db) == sequences)
            }
        }
    }

    @Test("keys of one upload may be in different numbers of sequences", arguments: TestEngine.all)
    func differentNumbers(engine: TestEngine) async throws {
        let names = ["de-hour", "eur-hour", "fr-hour", "it-hour"]
        try await Self.withDatabase(of: engine) { db in
            // More rows than a statement takes: those of one key stay together.
            let keys = try [2, 1, 0, 4, 1, 4, 3, 4, 4, 4, 1].enumerated().map { number, count in
                try Samples.travelled(number, to: names.prefix(count).map { try Self.release($0) })
            }
            try SQLKeyWriter.insert(keys, db)
            for (number, key) in keys.enumerated() {
                #expect(try Self.rows(of: number, db) == key.releases.map(\.sequence.description))
            }
        }
    }

    @Test("of a key that comes twice in an upload, one is stored, in its sequences alone", arguments: TestEngine.all)
    func repeatedKey(engine: TestEngine) async throws {
        try await Self.withDatabase(of: engine) { db in
            let (one, other) = (try Self.release("de-hour"), try Self.release("eur-hour"))
            try SQLKeyWriter.insert([Samples.travelled(1, to: [one]), Samples.travelled(1, to: [other])], db)
            #expect(try Self.rows(of: 1, db).count == 1)
        }
    }

    @Test("each row has the moment of its own release", arguments: TestEngine.all)
    func moments(engine: TestEngine) async throws {
        try await Self.withDatabase(of: engine) { db in
            let (one, other) = (try Self.release("de-hour"), try Self.release("eur-hour", after: 3600))
            try SQLKeyWriter.insert([Samples.travelled(1, to: [one, other])], db)
            let moments = try Int64.fetchAll(db, sql: "SELECT releasable_at FROM diagnosis_key ORDER BY sequence")
            #expect(moments == [one, other].map(\.releasableAt.seconds))
        }
    }

    @Test("a sequence that was taken back leaves no number to later keys", arguments: TestEngine.all)
    func takenBack(engine: TestEngine) async throws {
        let (first, second) = (try Self.release("de-hour"), try Self.release("eur-hour"))
        try await engine.with { make in
            let database = try make(.exposure)
            await #expect(throws: (any Error).self) {
                try await database.write { db in
                    // Two callers of one transaction: the second finds what the first has made.
                    try SQLKeyWriter.insert([Samples.travelled(1, to: [second])], db)
                    try SQLKeyWriter.insert([Samples.travelled(2, to: [second])], db)
                    throw CancellationError()
                }
            }
            try await database.write { db in
                // Takes the number that was taken back.
                try SQLKeyWriter.insert([Samples.travelled(3, to: [first])], db)
                try SQLKeyWriter.insert([Samples.travelled(4, to: [second])], db)
                #expect(try Self.rows(of: 1, db) == [])
                #expect(try Self.rows(of: 3, db) == ["de-hour"])
                #expect(try Self.rows(of: 4, db) == ["eur-hour"])
            }
        }
    }

    private static func release(_ name: String, after seconds: Int64 = 0) throws -> KeyRelease {
        KeyRelease(sequence: try #require(SequenceName(name)), releasableAt: Samples.now.advanced(bySeconds: seconds))
    }

    /// The sequences in which a sample key is.
    private static func rows(of number: Int, _ db: SQLSession) throws -> [String] {
        try String.fetchAll(
            db,
            sql: """
                SELECT publication_state.sequence FROM diagnosis_key
                JOIN publication_state ON publication_state.id = diagnosis_key.sequence
                WHERE key_data = ? ORDER BY publication_state.sequence
                """,
            arguments: [Samples.key(number).diagnosisKey.key.keyData.exposedBytes.asData]
        )
    }

    private static func withDatabase(
        of engine: TestEngine,
        _ body: @escaping @Sendable (SQLSession) throws -> Void
    ) async throws {
        try await engine.with { make in try await make(.exposure).write(body) }
    }
}
