import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import Foundation
import GRDB
import StoreConformance
import Stores
import Testing

@testable import SQLiteStores

@Suite("The authorisation jobs in SQLite")
struct SQLiteAuthorisationsTests {
    @Test("conform to the port")
    func conforms() async throws {
        try await TemporaryFolder.with { folder in
            let conformance = AuthorisationConformance {
                let path = folder.appending(path: UUID().uuidString).path
                return SQLiteAuthorisations(try SQLiteDatabase(path: path, schema: .analytics))
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("a request for a token does not count the jobs, however many there are: their number is kept")
    func numberIsKept() async throws {
        try await TemporaryFolder.with { folder in
            let database = try SQLiteDatabase(path: folder.appending(path: "db").path, schema: .analytics)
            let store = SQLiteAuthorisations(database)
            let jobs = (0..<4).map { number in
                AuthorisationJob(
                    token: TokenIdentifier(digest: [UInt8](repeating: number, count: 32)),
                    deviceToken: DeviceToken(exposing: "AAAA"),
                    expiry: UnixTime(1)
                )
            }
            for job in jobs.prefix(3) {
                #expect(try await store.enqueue(job, in: Self.month, limit: 10) == .enqueued)
            }
            #expect(try await store.drop(jobs[0]))
            #expect(try await store.abandon(jobs[1]))
            #expect(try await database.read { try Int.fetchOne($0, sql: "SELECT jobs FROM authorisation_queue") } == 1)
            _ = try await database.write { try $0.execute(sql: "UPDATE authorisation_queue SET jobs = 10") }
            #expect(try await store.enqueue(jobs[3], in: Self.month, limit: 10) == .full)
        }
    }

    private static let month = CalendarMonth(monthsSinceEpoch: 606)

    @Test("the checks pass on the reference")
    func referenceConforms() async {
        let conformance = AuthorisationConformance { InMemoryAuthorisations() }
        #expect(await conformance.violations() == [])
    }

    @Test(
        "the checks find a planted fault, each by its own rule",
        arguments: [
            (InMemoryAuthorisations.Fault.keepsTwoJobs, "a pending token keeps the job it has"),
            (.lendsTwice, "one job holds the lease at a time"),
            (.advancesBlindly, "a job is changed by those who know it"),
            (.finishesTwice, "a job ends once"),
            (.forgetsAbandoned, "what we left behind is counted"),
            (.hasNoLimit, "no more jobs are kept than the limit"),
            (.lendsTheClaimTwice, "one holder runs the jobs"),
        ]
    )
    func faultsAreFound(fault: InMemoryAuthorisations.Fault, rule: String) async {
        let violations = await AuthorisationConformance { InMemoryAuthorisations(fault: fault) }.violations()
        #expect(violations.contains { $0.hasPrefix(rule) }, "\(violations)")
    }
}
