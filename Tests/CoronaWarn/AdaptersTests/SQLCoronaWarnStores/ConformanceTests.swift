import CoronaWarnStoreConformance
import DatabaseTesting
import ExposureTesting
import Foundation
import SQLCoronaWarnStores
import SQLEngine
import SQLiteEngine
import StoreConformance
import Testing

@Suite("Corona-Warn's stores")
struct ConformanceTests {
    @Test("results conform to their port", arguments: TestEngine.all)
    func results(engine: TestEngine) async throws {
        try await engine.with { make in
            let conformance = TestResultConformance {
                SQLTestResults(try make(.laboratory))
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("results conform to the port of the verification service", arguments: TestEngine.all)
    func toldResults(engine: TestEngine) async throws {
        try await engine.with { make in
            let violations = await TestResultSourceConformance.checks.violations {
                let store = SQLTestResults(try make(.laboratory))
                return TestResultSourceConformance.Subject(store, showing: store)
            }
            #expect(violations == [])
        }
    }

    @Test("registrations, teleTANs and TANs conform to their port", arguments: TestEngine.all)
    func verification(engine: TestEngine) async throws {
        try await engine.with { make in
            let conformance = VerificationConformance {
                SQLVerification(try make(.coronaWarn))
            }
            #expect(await conformance.violations() == [])
        }
    }

    @Test("callers' keys conform to their port, in both databases", arguments: TestEngine.all)
    func accessKeys(engine: TestEngine) async throws {
        try await engine.with { make in
            for schema in [SQLSchema.laboratory, .coronaWarn] {
                let conformance = AccessKeyConformance { SQLAccessKeys(try make(schema)) }
                #expect(await conformance.violations() == [])
            }
        }
    }

    @Test("the federation conforms to its port", arguments: TestEngine.all)
    func federation(engine: TestEngine) async throws {
        try await engine.with { make in
            let conformance = FederationConformance { SQLFederation(try make(.coronaWarn)) }
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
