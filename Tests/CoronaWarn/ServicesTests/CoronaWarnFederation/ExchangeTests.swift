import CoronaWarnAPI
import CoronaWarnFederation
import CoronaWarnPorts
import CoronaWarnStoreConformance
import ExposureTesting
import GAENCore
import Testing

@Suite("The exchange of keys between two countries")
struct ExchangeTests {
    private typealias Samples = FederationSamples

    /// Runs with Germany and Denmark, which are partners of each other.
    static func with(
        settings: [String: String] = [:],
        _ body: (_ german: SampleFederation, _ danish: SampleFederation) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let clock = ManualClock(CoronaWarnSamples.now)
            let (own, others) = (Samples.own, [Samples.neighbour, Samples.other])
            let german = try await SampleFederation(own, with: others, in: folder, clock: clock, settings: settings)
            let danish = try await SampleFederation(Samples.neighbour, with: [Samples.own], in: folder, clock: clock)
            try await german.meet(danish)
            try await danish.meet(german)
            try await body(german, danish)
        }
    }

    @Test("keys arrive once in each country that they name, and go no further")
    func exchange() async throws {
        try await Self.with { german, danish async throws in
            try await german.upload(0..<3, visited: [Samples.neighbour])
            try await danish.upload(10..<12, visited: [Samples.own, Samples.other])
            for _ in 0..<2 {
                _ = try await german.job.run()
                _ = try await danish.job.run()
            }
            #expect(try await german.keys(in: Samples.own) == [10, 11])
            #expect(try await german.keys(in: Samples.neighbour) == [10, 11], "the origin is named")
            #expect(try await german.keys(in: Samples.other) == [10, 11])
            #expect(try await german.keys(in: .union) == [10, 11])
            #expect(try await danish.keys(in: Samples.own) == [0, 1, 2])
            // Keys of Denmark are in no batch for anybody.
            #expect(try await german.outgoing.makeDue() == 0)
            #expect(try await danish.store.records().map(\.keys) == [3])
            let again = try await german.job.run()
            #expect(again.made == 0 && again.received.map(\.batches) == [0])
        }
    }

    @Test("batches have their keys sorted, say what is known of the onset, and wait for company")
    func batches() async throws {
        try await Self.with { german, danish async throws in
            try await german.upload(7..<8, visited: [Samples.neighbour])
            #expect(try await german.outgoing.makeDue() == 0, "one key alone")
            try await german.upload(3..<4, visited: [Samples.neighbour])
            #expect(try await german.outgoing.makeDue() == 1)
            let batch = try FederationBatch(parsing: #require(try await german.offer(after: 0)).body)
            let countries: Set = [Samples.own, Samples.neighbour]
            #expect(batch.keys.map { $0.key.keyData.exposedBytes[1] } == [3, 7])
            #expect(batch.keys.map(\.onset.code) == [698, 698])
            #expect(batch.keys.map(\.visitedCountries) == [countries, countries])
            #expect([batch.origin, batch.destination] == [german.country, danish.country])
        }
    }

    @Test("a run goes on after the last batch, also after an interruption at each of them")
    func resumption() async throws {
        try await Self.with { german, danish async throws in
            for number in 0..<5 {
                try await german.upload(number * 10..<number * 10 + 2, visited: [Samples.neighbour])
                #expect(try await german.outgoing.makeDue() == 1)
                german.clock.advance(bySeconds: 60)
            }
            for broken in 1..<5 {
                danish.network.answer(for: Samples.own) { number in
                    guard number < broken else {
                        throw PartnerConnectionError.interrupted
                    }
                    return try await german.offer(after: number)
                }
                let outcome = try await danish.job.run()
                #expect(outcome.received.map(\.batches) == [1])
                #expect(outcome.received.map(\.problem) == [.connection(.interrupted)])
            }
            danish.network.answer(for: Samples.own) { try await german.offer(after: $0) }
            #expect(try await danish.job.run().received.map(\.batches) == [1])
            #expect(try await danish.keys(in: Samples.own) == [0, 1, 10, 11, 20, 21, 30, 31, 40, 41])
            #expect(danish.network.closedCount == 5)
        }
    }

    @Test("a batch of the past comes again after a rewind, and changes nothing")
    func rewind() async throws {
        try await Self.with { german, danish async throws in
            try await german.upload(0..<2, visited: [Samples.neighbour])
            _ = try await german.job.run()
            _ = try await danish.job.run()
            #expect(try await danish.store.rewind(Samples.own, to: 0))
            #expect(try await danish.job.run().received.map(\.keys) == [2])
            #expect(try await danish.keys(in: Samples.own) == [0, 1])
        }
    }

    @Test("a batch leaves the offer with its keys, and a late partner gets the later ones")
    func life() async throws {
        try await Self.with { german, danish async throws in
            try await german.upload(0..<2, visited: [Samples.neighbour], daysAgo: 14)
            #expect(try await german.outgoing.makeDue() == 1)
            german.clock.advance(bySeconds: 86_400)
            try await german.upload(10..<12, visited: [Samples.neighbour])
            #expect(try await german.outgoing.makeDue() == 1)
            let outcome = try await danish.job.run()
            #expect(outcome.received.map(\.keys) == [2], "keys past their retention are left out")
            #expect(try await danish.store.rewind(Samples.own, to: 0))
            german.clock.advance(bySeconds: 13 * 86_400 + 3600)
            _ = try await danish.job.run()
            let states = try await danish.store.partners(now: danish.clock.now())
            #expect(states.map(\.lastBatch) == [2], "the first batch is no longer offered")
        }
    }

    @Test("nothing is exchanged while the clock is not trusted")
    func clock() async throws {
        try await Self.with { german, danish async throws in
            try await german.upload(0..<2, visited: [Samples.neighbour])
            _ = try await german.job.run()
            danish.clock.hold(since: CoronaWarnSamples.now)
            await #expect(throws: (any Error).self) { try await danish.job.run() }
            #expect(try await danish.store.records() == [])
        }
    }
}
