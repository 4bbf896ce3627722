import AssociationStoreConformance
import AssociationStores
import ExposureTesting
import Foundation
import SQLiteAssociationStores
import SQLiteEngine
import Testing

@Suite("The authority's stores in SQLite")
struct ConformanceTests {
    private static func stores(in folder: URL) throws -> AssociationStoreSet {
        let name = UUID().uuidString
        let database = try SQLiteDatabase(path: folder.appending(path: name).path, schema: .association)
        let index = try SQLiteDatabase(path: folder.appending(path: "\(name)-index").path, schema: .associationIndex)
        return database.associationStores(indexes: index)
    }

    @Test("accounts and indexes conform to their ports")
    func accounts() async throws {
        try await TemporaryFolder.with { folder in
            #expect(await AccountConformance { try Self.stores(in: folder) }.violations() == [])
        }
    }

    @Test("reports conform to their port")
    func reports() async throws {
        try await TemporaryFolder.with { folder in
            #expect(await ReportConformance { try Self.stores(in: folder) }.violations() == [])
        }
    }

    @Test("batches that wait conform to their port")
    func inbox() async throws {
        try await TemporaryFolder.with { folder in
            #expect(await InboxConformance { try Self.stores(in: folder) }.violations() == [])
        }
    }

    @Test("alerts conform to their port")
    func alerts() async throws {
        try await TemporaryFolder.with { folder in
            #expect(await AlertConformance { try Self.stores(in: folder) }.violations() == [])
        }
    }

    @Test("cases conform to their port")
    func cases() async throws {
        try await TemporaryFolder.with { folder in
            #expect(await CaseConformance { try Self.stores(in: folder) }.violations() == [])
        }
    }

    @Test("the checks pass on the reference")
    func reference() async {
        #expect(await AccountConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await ReportConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await InboxConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await AlertConformance { InMemoryAssociation().stores }.violations() == [])
        #expect(await CaseConformance { InMemoryAssociation().stores }.violations() == [])
    }

    @Test("the checks find each planted fault", arguments: InMemoryAssociation.Fault.allCases)
    func faults(fault: InMemoryAssociation.Fault) async {
        let accounts = await AccountConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let reports = await ReportConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let inbox = await InboxConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let cases = await CaseConformance { InMemoryAssociation(fault: fault).stores }.violations()
        let alerts = await AlertConformance { InMemoryAssociation(fault: fault).stores }.violations()
        #expect(accounts + reports + inbox + cases + alerts != [])
    }
}
