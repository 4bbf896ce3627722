import CoronaWarnAPI
import CoronaWarnFederation
import CoronaWarnPorts
import CoronaWarnServing
import CoronaWarnStoreConformance
import ExposurePrimitives
import ExposureTesting
import HTTPTypes
import MessageSignatures
import ServiceKit
import ServiceTesting
import Testing

@Suite("The federation service")
struct FederationServiceTests {
    private typealias Samples = FederationSamples

    @Test("a partner gets its batches with number and signature, and none after the last")
    func batches() async throws {
        try await ExchangeTests.with { german, _ async throws in
            #expect(try await german.answer(after: "0").status == 204)
            try await german.upload(0..<2, visited: [Samples.neighbour])
            #expect(try await german.outgoing.makeDue() == 1)
            let answer = try await german.answer(after: "0")
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/x-protobuf")
            #expect(answer.headers[.cacheControl] == "no-store" && answer.headers[SampleFederation.batchTag] == "1")
            let signature = try #require(answer.headers[SampleFederation.batchSignature].flatMap(Base64.decode))
            guard case .bytes(let body) = answer.body else {
                Issue.record("no body")
                return
            }
            #expect(try MessageVerificationKey(pem: german.key.pem).isValid(signature, over: body))
            #expect(try await german.answer(after: "1").status == 204)
            // Only a partner of a server that lost its last days knows more batches than there are.
            await #expect(throws: CoronaWarnError.unknown) { try await german.answer(after: "2") }
        }
    }

    @Test("a stranger and a paused partner get nothing")
    func strangers() async throws {
        try await ExchangeTests.with { german, danish async throws in
            try await german.upload(0..<2, visited: [Samples.neighbour])
            _ = try await german.outgoing.makeDue()
            await #expect(throws: CoronaWarnError.forbidden) { try await german.answer(after: "0", to: "nobody") }
            #expect(try await german.store.setPaused(true, for: Samples.neighbour))
            await #expect(throws: CoronaWarnError.forbidden) { try await german.answer(after: "0") }
            // Nor does the paused one give anything.
            try await danish.upload(10..<12, visited: [Samples.own])
            _ = try await danish.outgoing.makeDue()
            #expect(try await german.job.run().received == [])
            #expect(try await german.store.setPaused(false, for: Samples.neighbour))
            #expect(try await german.answer(after: "0").status == 200)
            #expect(try await german.job.run().received.map(\.keys) == [2])
        }
    }

    @Test(
        "a number that is none is an unknown path",
        arguments: ["-1", "01", "x", "+1", "2147483648", "99999999999999999999"]
    )
    func numbers(text: String) async throws {
        try await ExchangeTests.with { german, _ async throws in
            await #expect(throws: CoronaWarnError.unknown) { try await german.answer(after: text) }
            #expect(try await german.answer(after: "2147483647").status == 204)
        }
    }

    @Test("a partner that asks without end has to wait for the next hour, and others do not")
    func allowance() async throws {
        try await ExchangeTests.with { german, _ async throws in
            #expect(try await german.store.put(Samples.partner(Samples.other)))
            for _ in 0..<1000 {
                #expect(try await german.answer(after: "0").status == 204)
            }
            await #expect(throws: TooManyRequests.self) { try await german.answer(after: "0") }
            let french = Samples.partner(Samples.other).name
            #expect(try await german.answer(after: "0", to: french).status == 204)
            german.clock.advance(bySeconds: 3600)
            #expect(try await german.answer(after: "0").status == 204)
        }
    }

    @Test("the job logs what happened, and the metrics have it, without a key")
    func events() async throws {
        try await ExchangeTests.with { german, danish async throws in
            try await danish.upload(10..<12, visited: [Samples.own])
            _ = try await danish.outgoing.makeDue()
            _ = try await german.store.put(Samples.partner(Samples.other, publicKey: danish.key.pem))
            german.network.answer(for: Samples.other) { last in
                last == 0 ? OfferedBatch(number: 1, signature: [], body: []) : nil
            }
            try await german.service.jobs[0].run()
            let lines = german.log.lines
            for name in ["federation-exchanged", "federation-batch-refused"] {
                #expect(lines.contains { $0.contains(name) }, "\(name)")
            }
            let text = german.metrics.prometheusText()
            for line in [
                #"federation_keys_today{country="DK"} 2"#, #"federation_last_batch{country="FR"} 1"#,
                #"federation_refused_batches{country="FR"} 1"#, #"federation_paused{country="DK"} 0"#,
            ] {
                #expect(text.contains(line), "\(line)")
            }
        }
    }
}
