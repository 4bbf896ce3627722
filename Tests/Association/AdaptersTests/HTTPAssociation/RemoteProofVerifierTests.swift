import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import HTTPAssociation
import Testing
import WireFormat

@Suite("Proofs that a service of the deployment checks")
struct RemoteProofVerifierTests {
    private static func ask(
        _ answer: HTTPAnswer?,
        token: String? = nil
    ) async throws -> (subject: ProvenSubject?, requests: [HTTPCall]) {
        let exchange = PreparedExchange([answer])
        return (try await subject(exchange, token: token), exchange.calls)
    }

    private static func subject(_ exchange: PreparedExchange, token: String? = nil) async throws -> ProvenSubject? {
        let verifier = RemoteProofVerifier(exchange: exchange, token: token.map { SecretBytes($0.utf8) })
        return try await verifier.subject(of: [1, 2, 3], for: PublicAgreementKey([UInt8](repeating: 2, count: 32)))
    }

    private static func subject(_ text: String) -> HTTPAnswer {
        HTTPAnswer(status: 200, body: (["subject": .string(text)] as JSONValue).encoded)
    }

    @Test("name the person whom the service names")
    func named() async throws {
        let (subject, requests) = try await Self.ask(Self.subject("+39 06 1234"))
        #expect(subject?.name.exposedBytes == Array("+39 06 1234".utf8))
        let request = try #require(requests.first)
        #expect(requests.count == 1)
        #expect(request.target == "/registration-proofs")
        let body = try JSONValue(parsing: request.body)
        #expect(body["proof"] == .string("AQID"))
        #expect(body["key"] == .string(Base64.encode([UInt8](repeating: 2, count: 32))))
        #expect(!request.headers.contains { $0.name == "Authorization" })
    }

    @Test("are sent with the service's token")
    func authorised() async throws {
        let request = try #require(try await Self.ask(Self.subject("x"), token: "a token of 16 bytes").requests.first)
        #expect(request.headers.contains(.init("Authorization", "Bearer a token of 16 bytes")))
    }

    @Test("show nobody if the service says so")
    func refused() async throws { #expect(try await Self.ask(HTTPAnswer(status: 403)).subject == nil) }

    @Test("have a subject of 1 to 256 bytes")
    func limits() async throws {
        func ask(_ length: Int) async throws -> ProvenSubject? {
            try await Self.ask(Self.subject(String(repeating: "s", count: length))).subject
        }
        for length in [1, 256] {
            #expect(try await ask(length) != nil)
        }
        for length in [0, 257] {
            await #expect(throws: ProofFailure.self) { try await ask(length) }
        }
    }

    @Test("wait for a better time if the service gives no answer of the contract, and are sent once")
    func unavailable() async throws {
        let answers: [HTTPAnswer?] = [
            nil, HTTPAnswer(status: 500), HTTPAnswer(status: 401), HTTPAnswer(status: 302),
            HTTPAnswer(status: 200), HTTPAnswer(status: 200, body: Array("{}".utf8)),
            HTTPAnswer(status: 200, body: Array(#"{"subject":7}"#.utf8)),
        ]
        for answer in answers {
            let exchange = PreparedExchange([answer])
            await #expect(throws: ProofFailure.self) { try await Self.subject(exchange) }
            #expect(exchange.calls.count == 1)
        }
    }
}
