import CoronaWarnAPI
import CoronaWarnFederation
import CoronaWarnPackages
import CoronaWarnServing
import CoronaWarnStoreConformance
import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import SQLStores
import Testing

@Suite("The keys of other countries that are taken")
struct ReceptionTests {
    private typealias Samples = FederationSamples

    /// Takes one batch of a partner, and tells the keys that are in the own country's packages then.
    private static func taken(_ keys: [FederatedKey], settings: [String: String] = [:]) async throws -> [Int] {
        var found: [Int] = []
        try await ExchangeTests.with(settings: settings) { german, danish async throws in
            german.network.answer(for: Samples.neighbour) { last in
                last == 0 ? try await danish.key.batch(keys, from: Samples.neighbour) : nil
            }
            let reception = try #require(try await german.job.run().received.first)
            #expect(reception.refusals.isEmpty && reception.problem == nil)
            found = try await german.keys(in: Samples.own)
            #expect(reception.keys == found.count && reception.skipped == keys.count - found.count)
        }
        return found
    }

    @Test("are confirmed by a test or a doctor")
    func types() async throws {
        let keys = try DiagnosisKey.ReportType.allCases.map { try Samples.key($0.rawValue, type: $0) }
        #expect(try await Self.taken(keys) == [1, 2])
    }

    @Test("have not reached the end of their lives, on both sides")
    func age() async throws {
        // The samples' now is noon, so a window of 14 days ago ended 13 days and 12 hours ago.
        #expect(try await Self.taken([Samples.key(1, daysAgo: 14), Samples.key(2, daysAgo: 15)]) == [1])
    }

    @Test("have a level that is published, which follows from the onset if it is missing")
    func levels() async throws {
        let keys = [
            try Samples.key(1, level: 1), try Samples.key(2, level: 2),
            try Samples.key(3, level: nil, onset: .onset(days: 0)),
            try Samples.key(4, level: nil, onset: .unknownSymptoms(daysSinceSubmission: 14)),
        ]
        #expect(try await Self.taken(keys) == [2, 3])
    }

    @Test("may have to begin soon after the onset")
    func onset() async throws {
        let keys = [
            try Samples.key(1, onset: .onset(days: -3)), try Samples.key(2, onset: .onset(days: -2)),
            try Samples.key(3, onset: .range(length: 7, daysSinceEnd: -9)),
            try Samples.key(4, onset: .range(length: 7, daysSinceEnd: -8)),
        ]
        #expect(try await Self.taken(keys) == [1, 2, 3, 4])
        #expect(try await Self.taken(keys, settings: ["federation.min-onset-days": "-2"]) == [2, 4])
    }

    @Test("wait until nobody believes their identifiers any more")
    func embargo() async throws {
        try await ExchangeTests.with { german, danish async throws in
            german.network.answer(for: Samples.neighbour) { last in
                let keys = [try Samples.key(1, daysAgo: 0)]
                return last == 0 ? try await danish.key.batch(keys, from: Samples.neighbour) : nil
            }
            _ = try await german.job.run()
            let chunks = german.database.exposureStores().chunks(of: PackageKind.hour.sequence(of: Samples.own))
            // Noon; the window ends at midnight, and the third hour after it is the first that may have the key.
            for (hours, count) in [(14, 0), (15, 1)] as [(Int64, Int)] {
                let rules = SampleFederation.rules(retention: Retention.seconds)
                let now = CoronaWarnSamples.now.advanced(bySeconds: hours * 3600)
                #expect(try await chunks.planChunks(rules: rules, now: now) == count)
            }
        }
    }
}
