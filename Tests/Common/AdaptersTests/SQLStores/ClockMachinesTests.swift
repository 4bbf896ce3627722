import ClockPorts
import DatabaseTesting
import ExposurePrimitives
import ExposureTesting
import Foundation
import PostgresEngine
import SQLEngine
import SQLStores
import Testing

/// The step from one remembered machine to many, on tables that a program of the version before has used.
@Suite("The memory of the time after an upgrade")
struct ClockMachinesTests {
    private static let noon = UnixTime(1_795_262_400)
    /// What the version before sent.
    private static let earlierWrite = """
        INSERT INTO clock_trust VALUES (1, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET
        mark = excluded.mark, anchor_time = excluded.anchor_time,
        anchor_since_boot = excluded.anchor_since_boot, anchor_boot = excluded.anchor_boot,
        hold_time = excluded.hold_time, hold_since_boot = excluded.hold_since_boot,
        hold_boot = excluded.hold_boot
        """

    private static func write(
        anchor: ClockReading?,
        hold: ClockReading? = nil,
        to database: any SQLDatabase
    ) async throws {
        let row: SQLArguments = [
            noon.seconds, anchor?.time.seconds, anchor?.sinceBoot, anchor?.boot, hold?.time.seconds, hold?.sinceBoot,
            hold?.boot,
        ]
        try await database.write { db in try db.execute(sql: earlierWrite, arguments: row) }
    }

    /// Runs `body` with a function that opens the same database with the tables of the version before, or of this one.
    private static func with(
        _ engine: TestEngine,
        _ body: (_ open: (_ isEarlier: Bool) throws -> any SQLDatabase) async throws -> Void
    ) async throws {
        let schema = SQLContent.operators.schema
        let earlier = SQLSchema(
            migrations: schema.migrations.dropLast(),
            postgres: SQLSchema.Postgres(migrations: schema.postgres.migrations.dropLast())
        )
        switch engine {
        case .sqlite:
            let folder = try TestFolder()
            try await body { try folder.database($0 ? earlier : schema) }
        case .postgres:
            let (server, name) = (try TestServer.required(), "test-\(UUID().uuidString)")
            try await body { isEarlier in
                let content = SQLContent(name: name, file: "", schema: isEarlier ? earlier : schema)
                return try PostgresDatabase(server, content: content, clock: ManualClock(Self.noon))
            }
        }
    }

    @Test("has what was known of the last machine", arguments: TestEngine.all)
    func kept(engine: TestEngine) async throws {
        let anchor = ClockReading(time: Self.noon, sinceBoot: 10_800, boot: "a")
        let hold = ClockReading(time: Self.noon.advanced(bySeconds: 86_400 * 20), sinceBoot: 10_860, boot: "a")
        let restarted = ClockReading(time: hold.time, sinceBoot: 60, boot: "b")
        let held = TimeTrust.Hold(reading: hold, mark: Self.noon)
        for (anchor, hold, boot, expected) in [
            (nil, nil, nil, nil), (anchor, nil, "a", TimeTrust(mark: Self.noon, anchor: anchor)),
            (anchor, hold, "a", TimeTrust(mark: Self.noon, anchor: anchor, hold: held)),
            (nil, hold, "a", TimeTrust(mark: Self.noon, hold: held)),
            (anchor, restarted, "b", TimeTrust(mark: Self.noon, hold: .init(reading: restarted, mark: Self.noon))),
        ] as [(ClockReading?, ClockReading?, String?, TimeTrust?)] {
            try await Self.with(engine) { open in
                let before = try open(true)
                try await Self.write(anchor: anchor, hold: hold, to: before)
                try before.close()
                let store = SQLTimeTrust(try open(false), of: .operators)
                let machines = try await store.machines()
                let known = expected.flatMap { trust in boot.map { MachineTrust(boot: $0, trust: trust) } }
                #expect(machines == known.map { [$0] } ?? [])
                // The entry of a machine that is held does not count for others.
                let others: Int64 = expected != nil && hold == nil ? 1 : 0
                #expect(try await store.trust(of: "z") == TimeTrust(mark: Self.noon, others: others))
            }
        }
    }

    @Test("is not changed by programs of the version before, which see the mark and a confirmation", .needsPostgres)
    func beside() async throws {
        try await Self.with(.postgres) { open in
            let earlier = try open(true)
            let store = SQLTimeTrust(try open(false), of: .operators)
            let own = ClockReading(time: Self.noon.advanced(bySeconds: 600), sinceBoot: 11_400, boot: "b")
            try await store.changeTrust(of: "b") { $0 = TimeTrust(confirming: own) }
            let other = ClockReading(time: Self.noon, sinceBoot: 60, boot: "a")
            try await Self.write(anchor: other, hold: other, to: earlier)
            let trust = TimeTrust(mark: Self.noon, ownMark: own.time, anchor: own, trustedSinceBoot: own.sinceBoot)
            #expect(try await store.trust(of: "b") == trust)
            #expect(try await store.machines().map(\.boot) == ["b"])
            try await store.changeTrust(of: "b") { $0 = TimeTrust(confirming: own) }
            #expect(try await Self.earlierRow(earlier) == [own.time.seconds, other.time.seconds, other.time.seconds])
            try await store.confirm(own)
            #expect(try await Self.earlierRow(earlier) == [own.time.seconds, own.time.seconds, nil])
        }
    }

    /// The mark, the anchor's time and the hold's, as a program of the version before reads them.
    private static func earlierRow(_ database: any SQLDatabase) async throws -> [Int64?] {
        try await database.readAtOnce { db in
            let row = try SQLRow.fetchOne(db.cachedStatement(sql: "SELECT * FROM clock_trust"))
            return row.map { [$0["mark"], $0["anchor_time"], $0["hold_time"]] } ?? []
        }
    }
}
