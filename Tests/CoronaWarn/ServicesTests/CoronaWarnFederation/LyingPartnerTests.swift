import CoronaWarnAPI
import CoronaWarnFederation
import CoronaWarnPorts
import CoronaWarnStoreConformance
import ExposureTesting
import Testing

/// Each partner lies in one way. Its own batch is refused, and nobody else's.
@Suite("A partner that lies")
struct LyingPartnerTests {
    private typealias Samples = FederationSamples

    /// A batch that an honest partner would not send.
    private struct Lie: Sendable, CustomTestStringConvertible {
        let refusal: FederationRefusal
        let name: String
        let make: @Sendable (_ number: Int, _ key: SampleKey) async throws -> OfferedBatch

        var testDescription: String { name }
    }

    private static let lies: [Lie] = [
        Lie(refusal: .wrongSignature, name: "another key signs") { number, _ in
            try await SampleKey().batch([Samples.key(500)], number: number)
        },
        Lie(refusal: .wrongSignature, name: "nobody signs") { number, key in
            let honest = try await key.batch([Samples.key(500)], number: number)
            return OfferedBatch(number: number, signature: [], body: honest.body)
        },
        Lie(refusal: .malformed, name: "it signs noise") { number, key in
            let noise = [UInt8](repeating: 0xFF, count: 100)
            return OfferedBatch(number: number, signature: try await key.signature(over: noise), body: noise)
        },
        Lie(refusal: .otherOrigin, name: "it sends for another country") { number, key in
            try await key.batch([Samples.key(500)], number: number, from: Samples.neighbour)
        },
        Lie(refusal: .notForUs, name: "it sends what is for another country") { number, key in
            let keys = [try Samples.key(500, visited: [Samples.neighbour])]
            return try await key.batch(keys, number: number, to: Samples.neighbour)
        },
        Lie(refusal: .notForUs, name: "its key does not name this country") { number, key in
            try await key.batch([Samples.key(500, visited: [Samples.other])], number: number)
        },
        Lie(refusal: .otherNumber, name: "it sends an old batch under a new number") { number, key in
            try await key.batch([Samples.key(500)], number: 1, stated: number)
        },
        Lie(refusal: .futureKeys, name: "its key is of tomorrow") { number, key in
            try await key.batch([Samples.key(500), Samples.key(501, daysAgo: -1)], number: number)
        },
        Lie(refusal: .unsorted, name: "it repeats a key") { number, key in
            try await key.batch([Samples.key(500), Samples.key(500)], number: number)
        },
        Lie(refusal: .malformed, name: "its batch is larger than agreed") { number, key in
            let keys = try (0...FederationLimits.keys).map { try Samples.key($0) }
            return try await key.batch(keys, number: number)
        },
    ]

    /// Runs with Germany and its partners: Denmark, which is honest, and France.
    private static func with(
        _ body: (_ german: SampleFederation, _ danish: SampleFederation, _ french: SampleKey) async throws -> Void
    ) async throws {
        try await ExchangeTests.with { german, danish async throws in
            let french = SampleKey()
            #expect(try await german.store.put(Samples.partner(Samples.other, publicKey: french.pem, maxKeys: 4000)))
            try await danish.upload(10..<12, visited: [Samples.own])
            _ = try await danish.outgoing.makeDue()
            try await body(german, danish, french)
        }
    }

    @Test("loses the batch with the lie, and nothing else", arguments: lies)
    private func lie(lie: Lie) async throws {
        try await Self.with { german, _, french async throws in
            german.network.answer(for: Samples.other) { last in
                switch last {
                case 0: try await french.batch([Samples.key(100)], number: 1)
                case 1: try await lie.make(2, french)
                case 2: try await french.batch([Samples.key(101)], number: 3)
                default: nil
                }
            }
            let outcome = try await german.job.run()
            #expect(outcome.received.map(\.keys) == [2, 2])
            #expect(outcome.received.last?.refusals.map(\.reason) == [lie.refusal])
            #expect(try await german.keys(in: Samples.own) == [10, 11, 100, 101])
            let records = try await german.store.records().filter { $0.refusal != nil }
            #expect(records.map(\.number) == [2])
        }
    }

    @Test("cannot make the exchange turn in a circle", arguments: [nil, 0, -1, Int.max] as [Int?])
    func repetitions(number: Int?) async throws {
        try await Self.with { german, _, french async throws in
            german.network.answer(for: Samples.other) { _ in
                let batch = try await french.batch([Samples.key(100)], number: 1)
                return OfferedBatch(number: number, signature: batch.signature, body: batch.body)
            }
            let outcome = try await german.job.run()
            #expect(outcome.received.map(\.problem) == [nil, .repeated] && outcome.received.map(\.keys) == [2, 0])
        }
    }

    @Test("cannot flood: a day has its limit, and a run its number of batches")
    func flood() async throws {
        try await Self.with { german, _, french async throws in
            german.network.answer(for: Samples.other) { last in
                let keys = try (0..<1500).map { try Samples.key(last * 1500 + 1000 + $0) }
                return try await french.batch(keys, number: last + 1)
            }
            let outcome = try await german.job.run()
            #expect(outcome.received.map(\.problem) == [nil, .overLimit] && outcome.received.map(\.keys) == [2, 3000])
            #expect(try await german.job.run().received.last?.keys == 0, "the same day")
            german.clock.advance(bySeconds: 86_400)
            #expect(try await german.job.run().received.last?.keys == 3000, "the next day")
            german.network.answer(for: Samples.other) { last in try await SampleKey().batch([], number: last + 1) }
            let refused = try await german.job.run()
            #expect(refused.received.last?.problem == .manyBatches)
            #expect(refused.received.last?.refusals.count == FederationJob.maxBatches)
        }
    }

    @Test("that has no server, or refuses, keeps nobody else from the exchange")
    func silence() async throws {
        try await Self.with { german, _, _ async throws in
            #expect(try await german.job.run().received.map(\.problem) == [nil, .configuration])
            #expect(try await german.keys(in: Samples.own) == [10, 11])
            german.network.answer(for: Samples.other) { _ in throw PartnerConnectionError.unreachable }
            #expect(try await german.job.run().received.map(\.problem) == [nil, .connection(.unreachable)])
            let states = try await german.store.partners(now: german.clock.now())
            #expect(states.map { $0.answered == nil } == [false, true])
        }
    }
}
