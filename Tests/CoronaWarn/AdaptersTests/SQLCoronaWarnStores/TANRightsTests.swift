import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLCoronaWarnStores
import SQLEngine
import SQLStores
import SQLiteEngine
import SQLiteTesting
import StoreConformance
import Testing

@Suite("Uploads with a TAN, in one database with the keys")
struct TANRightsTests {
    private typealias Sample = CoronaWarnSamples

    /// The store of TANs and that of uploads, and one TAN.
    private struct Subject {
        let database: SQLiteDatabase
        let verification: SQLVerification
        let uploads: SQLUploads<SQLTANRights>

        func upload(_ claim: TANClaim, key: Int = 1, at moment: UnixTime = Sample.now) async throws -> Bool {
            let stored = try Samples.key(key)
            return try await uploads.consume(claim, now: moment) { _ in UploadContent(keys: [stored]) }
        }

        func rows(_ table: String) async throws -> Int? {
            try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table)") }
        }
    }

    private static func with(_ teleTAN: NewTeleTAN? = nil, _ body: (Subject) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .coronaWarn)
            let verification = SQLVerification(database)
            let registration = teleTAN == nil ? Sample.registration() : Sample.teleTANRegistration()
            if let teleTAN {
                _ = try await verification.issue(teleTAN, limits: Sample.teleTANLimits, now: Sample.now)
            }
            _ = try await verification.register(registration, wrongTeleTANs: 10, now: Sample.now)
            #expect(try await verification.issue(Sample.newTAN(), limits: Sample.tanLimits, now: Sample.now))
            let uploads = SQLUploads(database, consumer: SQLTANRights())
            try await body(Subject(database: database, verification: verification, uploads: uploads))
        }
    }

    @Test("each request that has fakes waits for the disk, whatever becomes of it")
    func waiting() async throws {
        let (database, laboratory) = (
            try await TemporaryDatabase(.coronaWarn), try await TemporaryDatabase(.laboratory)
        )
        let (store, results, now) = (SQLVerification(database), SQLTestResults(laboratory), Sample.now)
        let uploads = SQLUploads(database, consumer: SQLTANRights())
        for comment in ["the first question", "a known test"] {
            let waits = try await laboratory.writes { _ = try await results.result(of: Sample.test(), now: now) }
            #expect(waits, "\(comment)")
        }
        func expectWaiting(_ comment: String, _ work: () async throws -> Void) async throws {
            #expect(try await database.writes(work), "\(comment)")
        }
        let derived = Sample.registration(1, mayComeAgain: true)
        for (comment, registration) in [
            ("a registration", derived), ("the same again", derived),
            ("a known test", Sample.registration(1, token: 2)),
        ] {
            try await expectWaiting(comment) {
                _ = try await store.register(registration, wrongTeleTANs: 10, now: now)
            }
        }
        for (comment, tan) in [
            ("a TAN", Sample.newTAN(request: 1)), ("the same again", Sample.newTAN(request: 1)),
            ("no such token", Sample.newTAN(token: 9)),
        ] {
            try await expectWaiting(comment) { _ = try await store.issue(tan, limits: Sample.tanLimits, now: now) }
        }
        try await expectWaiting("no such TAN to reserve") {
            _ = try await store.reserve(Sample.claim(9), as: Sample.name(), now: now)
        }
        try await expectWaiting("no such reservation") { _ = try await store.confirm(Sample.name(9), now: now) }
        let reads = try await database.writes { _ = try await store.session(of: Sample.token(), now: now) }
        #expect(!reads, "the control")
        for (comment, claim) in [
            ("an upload", Sample.claim()), ("the same again", Sample.claim()), ("a used TAN", Sample.claim(upload: 2)),
        ] {
            try await expectWaiting(comment) {
                _ = try await uploads.consume(claim, now: now) { _ in UploadContent(keys: []) }
            }
        }
    }

    @Test("a TAN is used with the keys; the same upload is accepted again, another is refused")
    func consumes() async throws {
        try await Self.with { subject async throws in
            #expect(try await subject.upload(Sample.claim(102)) == false, "an unknown TAN")
            #expect(try await subject.rows("diagnosis_key") == 0)
            for _ in 0..<3 {
                #expect(try await subject.upload(Sample.claim()))
            }
            #expect(try await subject.upload(Sample.claim(upload: 2), key: 2) == false, "another upload")
            #expect(try await subject.rows("diagnosis_key") == 1)
            #expect(try await subject.rows("tan") == 0)
            let last = Sample.now.advanced(bySeconds: Sample.day - 1)
            #expect(try await subject.upload(Sample.claim(), at: last), "the same upload a day later")
            let end = Sample.now.advanced(bySeconds: Sample.day)
            #expect(try await subject.upload(Sample.claim(), at: end) == false, "after the TAN's life")
        }
    }

    @Test("of thirty different uploads at once, one uses the TAN")
    func concurrency() async throws {
        try await Self.with { subject async throws in
            let winners = try await Sample.winners { number in
                try await subject.upload(Sample.claim(upload: number), key: Int(number))
            }
            #expect(winners == 1)
            #expect(try await subject.rows("diagnosis_key") == 1)
        }
    }

    @Test("two uploads of a token are counted")
    func counts() async throws {
        try await Self.with { subject async throws in
            #expect(try await subject.upload(Sample.claim()))
            let limits = Sample.tanLimits
            #expect(try await subject.verification.issue(Sample.newTAN(102), limits: limits, now: Sample.now))
            #expect(try await subject.upload(Sample.claim(102, upload: 2), key: 2))
            #expect(try await subject.verification.issue(Sample.newTAN(103), limits: limits, now: Sample.now) == false)
        }
    }

    @Test("a TAN of an event uploads nothing and is not used up")
    func events() async throws {
        try await Self.with(Sample.newTeleTAN(1, .event)) { subject async throws in
            #expect(try await subject.upload(Sample.claim()) == false)
            #expect(try await subject.rows("tan") == 1)
        }
    }

    @Test("a reserved TAN uploads nothing here")
    func reserved() async throws {
        try await Self.with { subject async throws in
            _ = try await subject.verification.reserve(Sample.claim(upload: 9), as: Sample.name(), now: Sample.now)
            #expect(try await subject.upload(Sample.claim()) == false)
        }
    }

    @Test("a rehearsed upload leaves nothing behind")
    func rehearses() async throws {
        try await Self.with { subject async throws in
            let stored = try Samples.key(1)
            for claim in [Sample.claim(), Sample.claim(102)] {
                try await subject.uploads.rehearse(claim, now: Sample.now) { _ in UploadContent(keys: [stored]) }
            }
            for (table, count) in [("diagnosis_key", 0), ("used_upload", 0), ("tan", 1)] {
                #expect(try await subject.rows(table) == count, "\(table)")
            }
            #expect(try await subject.upload(Sample.claim()))
        }
    }

    @Test("nothing that is left of an upload leads from its key to its token")
    func leavesNoLink() async throws {
        try await Self.with { subject async throws in
            #expect(try await subject.upload(Sample.claim()))
            let columns = try await subject.database.read { db in try db.columnNames(of: "used_upload") }
            #expect(columns == ["expires_in", "mark"])
            let hour = try await subject.database.read { db in
                try Int64.fetchOne(db, sql: "SELECT expires_in FROM used_upload")
            }
            #expect(hour == (Sample.now.seconds + Sample.day) / 3600)
        }
    }
}
