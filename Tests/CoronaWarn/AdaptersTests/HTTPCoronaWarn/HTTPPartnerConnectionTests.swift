import CoronaWarnPorts
import ExposureTesting
import HTTPCoronaWarn
import Testing
import WireFormat

@Suite("A partner's batches over HTTP")
struct HTTPPartnerConnectionTests {
    private static func ask(_ response: HTTPAnswer) async throws -> OfferedBatch? {
        try await HTTPPartnerConnection(exchange: PreparedExchange([.success(response)])).batch(after: 3)
    }

    @Test("the request names the last batch, and the answer its number and signature")
    func answers() async throws {
        let response = HTTPAnswer(
            status: 200,
            headers: [.init("BatchTag", "4"), .init("batchsignature", "AQI=")],
            body: [9]
        )
        let exchange = PreparedExchange([.success(response)])
        let offered = try await HTTPPartnerConnection(exchange: exchange).batch(after: 3)
        #expect(offered == OfferedBatch(number: 4, signature: [1, 2], body: [9]))
        #expect(exchange.calls.map(\.target) == ["/federation/v1/batches/after/3"])
        #expect(try await Self.ask(HTTPAnswer(status: 204)) == nil)
    }

    @Test("an answer without a number or a signature has none")
    func incomplete() async throws {
        let nothing = try await Self.ask(HTTPAnswer(status: 200))
        #expect(nothing == OfferedBatch(number: nil, signature: [], body: []))
        let wrong = [HTTPHeader("batchTag", "x"), .init("batchSignature", "?")]
        #expect(try await Self.ask(HTTPAnswer(status: 200, headers: wrong)) == nothing)
    }

    @Test("every other answer is a failure of the partner")
    func failures() async throws {
        for status in [201, 301, 403, 404, 429, 500] {
            await #expect(throws: PartnerConnectionError.refused(status: status)) {
                try await Self.ask(HTTPAnswer(status: status))
            }
        }
        for (error, expected) in [
            (HTTPExchangeError.unreachable, PartnerConnectionError.unreachable), (.timeout, .interrupted),
            (.interrupted, .interrupted), (.answerTooLarge(limit: 1), .interrupted),
        ] {
            await #expect(throws: expected) {
                try await HTTPPartnerConnection(exchange: PreparedExchange([.failure(error)])).batch(after: 0)
            }
        }
    }
}
