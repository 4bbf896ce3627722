import AssociationPorts
import AssociationStoreConformance
import DatabaseTesting
import ExposureTesting
import Foundation
import SQLAssociationStores
import SQLEngine
import SQLiteEngine
import Testing

@Suite("The authority's stores")
struct ConformanceTests {
    private static func stores(
        _ make: (SQLSchema) throws -> any SQLDatabase
    ) throws -> AssociationStoreSet {
        try make(.association).associationStores(indexes: make(.associationIndex))
    }

    @Test("accounts and indexes conform to their ports", arguments: TestEngine.all)
    func accounts(engine: TestEngine) async throws {
        try await engine.with { make in
            #expect(await AccountConformance { try Self.stores(make) }.violations() == [])
        }
    }

    @Test("reports conform to their port", arguments: TestEngine.all)
    func reports(engine: TestEngine) async throws {
        try await engine.with { make in
            #expect(await ReportConformance { try Self.stores(make) }.violations() == [])
        }
    }

    @Test("batches that wait conform to their port", arguments: TestEngine.all)
    func inbox(engine: TestEngine) async throws {
        try await engine.with { make in
            #expect(await InboxConformance { try Self.stores(make) }.violations() == [])
        }
    }

    @Test("alerts conform to their port", arguments: TestEngine.all)
    func alerts(engine: TestEngine) async throws {
        try await engine.with { make in
            #expect(await AlertConformance { try Self.stores(make) }.violations() == [])
        }
    }

    @Test("cases conform to their port", arguments: TestEngine.all)
    func cases(engine: TestEngine) async throws {
        try await engine.with { make in
            #expect(await CaseConformance { try Self.stores(make) }.violations() == [])
        }
    }

    @Test("contacts between authorities conform to their port", arguments: TestEngine.all)
    func forwarding(engine: TestEngine) async throws {
        try await engine.with { make in
            #expect(await ForwardingConformance { try Self.stores(make) }.violations() == [])
        }
    }

    @Test("boxes conform to their port", arguments: TestEngine.all)
    func boxes(engine: TestEngine) async throws {
        try await engine.with { make in
            #expect(await BoxConformance { try Self.stores(make) }.violations() == [])
        }
    }

    @Test("the checks pass on the reference")
    func reference() async {
        #expect(await AccountConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await ReportConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await InboxConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await AlertConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await CaseConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await ForwardingConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await BoxConformance { InMemoryAssociation().stores }.violations() == [])
    }

    @Test("the checks find each planted fault", arguments: InMemoryAssociation.Fault.allCases)
    func faults(fault: InMemoryAssociation.Fault) async {
        let accounts = await AccountConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let reports = await ReportConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let inbox = await InboxConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let cases = await CaseConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let alerts = await AlertConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let forwarding = await ForwardingConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let boxes = await BoxConformance { InMemoryAssociation(fault: fault).stores }.violations()
        #expect(accounts + reports + inbox + cases + alerts + forwarding + boxes != [])
    }
}
