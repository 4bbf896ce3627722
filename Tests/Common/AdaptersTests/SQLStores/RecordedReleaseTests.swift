import DiagnosisKeyStores
import ExposurePrimitives
import OperatorStores
import SQLEngine
import SQLStores
import SQLiteTesting
import Testing

/// Databases that servers of earlier releases left (`Tests/Fixtures/releases`).
@Suite("Databases of earlier releases")
struct RecordedReleaseTests {
    private static let contents: [SQLContent] = [.exposures, .settings, .operators]

    @Test(
        "get the schema of a new database, since a released migration never changes",
        arguments: try RecordedRelease.all
    )
    func schema(release: RecordedRelease) async throws {
        for content in Self.contents {
            #expect(try await release.differences(of: content) == [], "\(content.file)")
        }
    }

    @Test("are complete, with every row of every table", arguments: try RecordedRelease.all)
    func rows(release: RecordedRelease) async throws {
        for content in Self.contents {
            #expect(try await release.damages(of: content) == [], "\(content.file)")
        }
    }

    @Test("are read by today's stores", arguments: try RecordedRelease.all)
    func stores(release: RecordedRelease) async throws {
        let facts = release.facts
        try await release.opening(.exposures) { _, database in
            let chunks = SQLChunks(database)
            let offered = try await chunks.offeredIndexes(now: UnixTime(facts.moment), retention: 14 * 86_400)
            #expect(offered == facts.answers.index[0]...facts.answers.index[1])
            #expect(try await chunks.plannedChunks().count == 1)
            let newest = try await chunks.keys(ofChunk: facts.answers.index[1])
            #expect(!newest.isEmpty)
            for index in try #require(offered) {
                let chunk = try await chunks.offeredChunk(index, now: UnixTime(facts.moment), retention: 14 * 86_400)
                let file = try #require(chunk?.objectName)
                #expect(release.hasChunk(file))
            }
        }
        try await release.opening(.settings) { _, database in
            let settings = SQLSettings(database)
            #expect(try await settings.history().count == facts.tables["settings.sqlite"]?["settings_revision"])
            let values = try await settings.settings(platform: "ios", build: 1)
            #expect(!values.isEmpty)
        }
        try await release.opening(.operators) { _, database in
            let accounts = try await SQLOperators(database).accounts()
            let sections = try await database.read { db in
                try String.fetchAll(db, sql: "SELECT section FROM operator_session WHERE authorised_until IS NOT NULL")
            }
            #expect(Set(sections) == ["codes"])
            #expect(accounts.count == facts.tables["portal.sqlite"]?["operator"])
            #expect(accounts.allSatisfy { $0.roles == [.healthWorker] && $0.institution == nil })
        }
    }
}
