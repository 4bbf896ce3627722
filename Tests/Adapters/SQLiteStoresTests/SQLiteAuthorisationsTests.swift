import ExposureTesting
import Foundation
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
