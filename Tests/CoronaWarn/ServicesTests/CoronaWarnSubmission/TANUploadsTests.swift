import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnSubmission
import ExposurePrimitives
import ExposureTesting
import Foundation
import SQLCoronaWarnStores
import SQLEngine
import SQLStores
import SQLiteEngine
import ServiceTesting
import Testing

@Suite("Uploads with a TAN, in one database and in two")
struct TANUploadsTests {
    private typealias Sample = CoronaWarnSamples

    private static func database(in folder: URL) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: folder.appending(path: UUID().uuidString).path, schema: .coronaWarn)
    }

    private static func countKeys(_ database: SQLiteDatabase) async throws -> Int {
        try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM diagnosis_key") ?? 0 }
    }

    private static func issue(_ number: UInt8, _ teleTAN: TeleTANKind?, in store: SQLVerification) async throws {
        var registration = Sample.registration(number, token: number)
        if let teleTAN {
            let new = Sample.newTeleTAN(number, teleTAN, for: "operator-\(number)")
            _ = try await store.issue(new, limits: Sample.teleTANLimits, now: Sample.now)
            registration = Sample.teleTANRegistration(number, token: number)
        }
        _ = try await store.register(registration, wrongTeleTANs: Sample.wrongTeleTANs, now: Sample.now)
        let new = NewTAN(tan: SampleSubmission.tan(number).digest, token: Sample.token(number), request: nil)
        #expect(try await store.issue(new, limits: Sample.tanLimits, now: Sample.now))
    }

    private static func reference(_ fault: InMemoryTANUploads.Fault? = nil) -> TANUploadsConformance {
        TANUploadsConformance {
            let uploads = InMemoryTANUploads(fault: fault)
            return .init(
                uploads: uploads,
                issue: { uploads.add(SampleSubmission.tan($0), from: $1) },
                keyCount: { uploads.keyCount }
            )
        }
    }

    @Test("keep the same rules in one database")
    func shared() async throws {
        try await TemporaryFolder.with { folder in
            let conformance = TANUploadsConformance {
                let database = try Self.database(in: folder)
                let store = SQLVerification(database)
                return .init(
                    uploads: SharedDatabaseUploads(SQLUploads(database, consumer: SQLTANRights())),
                    issue: { try await Self.issue($0, $1, in: store) },
                    keyCount: { try await Self.countKeys(database) }
                )
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("keep the same rules in two databases")
    func reserved() async throws {
        try await TemporaryFolder.with { folder in
            let conformance = TANUploadsConformance {
                let database = try Self.database(in: folder)
                let authority = InMemoryTANAuthority()
                return .init(
                    uploads: ReservedUploads(
                        authority: authority,
                        uploads: SQLUploads(database, consumer: SQLReservedUploads()),
                        logger: LogCapture().logger
                    ),
                    issue: { authority.add(SampleSubmission.tan($0), from: $1) },
                    keyCount: { try await Self.countKeys(database) }
                )
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("the checks pass on the reference")
    func checksPass() async {
        #expect(await Self.reference().violations() == [])
    }

    @Test("the checks find each planted fault", arguments: InMemoryTANUploads.Fault.allCases)
    func faults(fault: InMemoryTANUploads.Fault) async {
        #expect(await !Self.reference(fault).violations().isEmpty)
    }
}
