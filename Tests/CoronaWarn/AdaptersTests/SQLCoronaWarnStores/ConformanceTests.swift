import CoronaWarnPorts
import CoronaWarnStoreConformance
import DatabaseTesting
import SQLCoronaWarnStores
import SQLEngine
import SQLiteTesting
import StoreConformance
import Testing

@Suite("Corona-Warn's stores")
struct ConformanceTests {
    /// Expects that every rule holds, on each of the schemas.
    private static func expectConformance<Store>(
        _ checks: [RuleCheck<Store>],
        _ schemas: [SQLSchema],
        on engine: TestEngine,
        _ store: @escaping @Sendable (any SQLDatabase) -> Store
    ) async throws {
        try await engine.with { make in
            for schema in schemas {
                #expect(await checks.violations { store(try make(schema)) } == [])
            }
        }
    }

    @Test("results conform to their port", arguments: TestEngine.all)
    func results(engine: TestEngine) async throws {
        try await Self.expectConformance(TestResultConformance.checks, [.laboratory], on: engine, SQLTestResults.init)
    }

    @Test("results conform to the port of the verification service", arguments: TestEngine.all)
    func toldResults(engine: TestEngine) async throws {
        try await Self.expectConformance(TestResultSourceConformance.checks, [.laboratory], on: engine) { database in
            let store = SQLTestResults(database)
            return TestResultSourceConformance.Subject(store, showing: store)
        }
    }

    @Test("registrations, teleTANs and TANs conform to their port", arguments: TestEngine.all)
    func verification(engine: TestEngine) async throws {
        let checks = VerificationConformance.checks
        try await Self.expectConformance(checks, [.coronaWarn], on: engine, SQLVerification.init)
    }

    @Test("callers' keys conform to their port, in both databases", arguments: TestEngine.all)
    func accessKeys(engine: TestEngine) async throws {
        let schemas = [SQLSchema.laboratory, .coronaWarn]
        try await Self.expectConformance(AccessKeyConformance.checks, schemas, on: engine, SQLAccessKeys.init)
    }

    @Test("the federation conforms to its port", arguments: TestEngine.all)
    func federation(engine: TestEngine) async throws {
        try await Self.expectConformance(FederationConformance.checks, [.coronaWarn], on: engine, SQLFederation.init)
    }
}

@Suite("Corona-Warn's databases on both engines")
struct TwoEnginesTests {
    private static let contents = [SQLContent.laboratory, .coronaWarn, .coronaWarnConfiguration]

    @Test("have the same tables and columns", .needsPostgres)
    func columns() async throws {
        for content in Self.contents {
            try await EngineComparison.expectSameColumns(content.schema)
        }
    }

    @Test("repair the moments of a wrong clock, and find the latest moment", arguments: TestEngine.all)
    func repairs(engine: TestEngine) async throws {
        for content in Self.contents {
            try await EngineComparison.expectRepairs(content, on: engine)
        }
    }

    @Test("remember the time of each machine", arguments: TestEngine.all)
    func timeTrust(engine: TestEngine) async throws {
        for content in Self.contents where content.isGuarded {
            try await EngineComparison.expectTimeTrust(content, on: engine)
        }
    }
}

// MARK: - Planted mistakes

@Suite("Each rule for Corona-Warn's stores finds each mistake that is planted for it")
struct PlantedFaultTests {
    private static func expectFound<Store>(
        _ faults: [String: [SQLFault]],
        _ checks: [RuleCheck<Store>],
        _ schema: SQLSchema,
        _ store: @escaping @Sendable (any SQLDatabase) -> Store
    ) async {
        #expect(Set(faults.keys) == Set(checks.map(\.rule)))
        #expect(await checks.overlooked(faults) { store(try await TemporaryDatabase(schema, fault: $0)) } == [])
    }

    @Test("results")
    func results() async {
        let checks = TestResultConformance.checks
        await Self.expectFound(TestResultFaults.all, checks, .laboratory, SQLTestResults.init)
    }

    @Test("told results", arguments: FaultyTestResultSource.Fault.allCases)
    func toldResults(fault: FaultyTestResultSource.Fault) async {
        let violations = await TestResultSourceConformance.checks.violations {
            let store = SQLTestResults(try await TemporaryDatabase(.laboratory))
            return .init(FaultyTestResultSource(store, fault: fault), showing: store)
        }
        #expect(!violations.isEmpty)
    }

    @Test("registrations, teleTANs and TANs")
    func verification() async {
        let checks = VerificationConformance.checks
        await Self.expectFound(VerificationFaults.all, checks, .coronaWarn, SQLVerification.init)
    }

    @Test("callers' keys")
    func accessKeys() async {
        await Self.expectFound(AccessKeyFaults.all, AccessKeyConformance.checks, .laboratory, SQLAccessKeys.init)
    }

    @Test("the federation")
    func federation() async {
        await Self.expectFound(FederationFaults.all, FederationConformance.checks, .coronaWarn, SQLFederation.init)
    }
}
