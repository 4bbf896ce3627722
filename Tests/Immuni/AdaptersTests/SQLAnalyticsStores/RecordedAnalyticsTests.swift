import SQLAnalyticsStores
import SQLEngine
import SQLiteTesting
import Testing

/// Databases that servers of earlier releases left (`Tests/Fixtures/releases`).
@Suite("The Analytics Service's databases of earlier releases")
struct RecordedAnalyticsTests {
    private static let content = SQLContent.analytics(retentionDays: 30)

    @Test(
        "get the schema of a new database, since a released migration never changes",
        arguments: try RecordedRelease.all
    )
    func schema(release: RecordedRelease) async throws {
        #expect(try await release.differences(of: Self.content) == [])
    }

    @Test("are complete, with every row of every table", arguments: try RecordedRelease.all)
    func rows(release: RecordedRelease) async throws {
        #expect(try await release.damages(of: Self.content) == [])
    }

    @Test("are read by today's stores", arguments: try RecordedRelease.all)
    func stores(release: RecordedRelease) async throws {
        let facts = release.facts
        try await release.opening(Self.content) { _, database in
            let ledger = try await SQLReleases(database).ledger()
            #expect(ledger.count == facts.tables["analytics.sqlite"]?["release"])
        }
    }
}
