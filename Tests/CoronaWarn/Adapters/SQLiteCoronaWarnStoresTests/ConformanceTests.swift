import CoronaWarnStoreConformance
import ExposureTesting
import Foundation
import SQLiteCoronaWarnStores
import SQLiteEngine
import StoreConformance
import Testing

@Suite("Corona-Warn's stores in SQLite")
struct ConformanceTests {
    private static func database(in folder: URL, _ schema: SQLiteSchema) throws -> SQLiteDatabase {
        try SQLiteDatabase(path: folder.appending(path: UUID().uuidString).path, schema: schema)
    }

    @Test("results conform to their port")
    func results() async throws {
        try await TemporaryFolder.with { folder in
            let conformance = TestResultConformance {
                SQLiteTestResults(try Self.database(in: folder, .laboratory))
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("results conform to the port of the verification service")
    func toldResults() async throws {
        try await TemporaryFolder.with { folder in
            let violations = await TestResultSourceConformance.checks.violations {
                let store = SQLiteTestResults(try Self.database(in: folder, .laboratory))
                return TestResultSourceConformance.Subject(store, showing: store)
            }
            #expect(violations == [])
        }
    }

    @Test("registrations, teleTANs and TANs conform to their port")
    func verification() async throws {
        try await TemporaryFolder.with { folder in
            let conformance = VerificationConformance {
                SQLiteVerification(try Self.database(in: folder, .coronaWarn))
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("callers' keys conform to their port, in both databases")
    func accessKeys() async throws {
        try await TemporaryFolder.with { folder in
            for schema in [SQLiteSchema.laboratory, .coronaWarn] {
                let conformance = AccessKeyConformance { SQLiteAccessKeys(try Self.database(in: folder, schema)) }
                #expect(await conformance.violations() == [])
            }
        }
    }

    @Test("the federation conforms to its port")
    func federation() async throws {
        try await TemporaryFolder.with { folder in
            let conformance = FederationConformance { SQLiteFederation(try Self.database(in: folder, .coronaWarn)) }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("the checks pass on the references")
    func references() async {
        #expect(await TestResultConformance { InMemoryTestResults() }.violations() == [])
        let told = await TestResultSourceConformance.checks.violations {
            let store = InMemoryTestResults()
            return .init(store, showing: store)
        }
        #expect(told == [])
        #expect(await VerificationConformance { InMemoryVerification() }.violations() == [])
        #expect(await AccessKeyConformance { InMemoryAccessKeys() }.violations() == [])
        #expect(await FederationConformance { InMemoryFederation() }.violations() == [])
    }

    @Test("the checks find each planted fault of results", arguments: InMemoryTestResults.Fault.allCases)
    func resultFaults(fault: InMemoryTestResults.Fault) async {
        #expect(await !TestResultConformance { InMemoryTestResults(fault: fault) }.violations().isEmpty)
    }

    @Test("the checks find each planted fault of told results", arguments: FaultyTestResultSource.Fault.allCases)
    func toldResultFaults(fault: FaultyTestResultSource.Fault) async {
        let violations = await TestResultSourceConformance.checks.violations {
            let store = InMemoryTestResults()
            return .init(FaultyTestResultSource(store, fault: fault), showing: store)
        }
        #expect(!violations.isEmpty)
    }

    @Test("the checks find each planted fault of registrations", arguments: InMemoryVerification.Fault.allCases)
    func verificationFaults(fault: InMemoryVerification.Fault) async {
        #expect(await !VerificationConformance { InMemoryVerification(fault: fault) }.violations().isEmpty)
    }

    @Test("the checks find each planted fault of the federation", arguments: InMemoryFederation.Fault.allCases)
    func federationFaults(fault: InMemoryFederation.Fault) async {
        #expect(await !FederationConformance { InMemoryFederation(fault: fault) }.violations().isEmpty)
    }

    @Test("the checks find each planted fault of keys", arguments: InMemoryAccessKeys.Fault.allCases)
    func accessKeyFaults(fault: InMemoryAccessKeys.Fault) async {
        #expect(await !AccessKeyConformance { InMemoryAccessKeys(fault: fault) }.violations().isEmpty)
    }
}
