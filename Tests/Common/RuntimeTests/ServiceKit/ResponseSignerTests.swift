import ExposurePrimitives
import ExposureTesting
import HTTPTypes
import MessageSignatures
import ServiceKit
import Signing
import Synchronization
import Testing
import WireFormat

@Suite("Signatures of answers")
struct ResponseSignerTests {
    /// Counts the signatures that it makes.
    private final class CountingKey: SigningKey {
        private let calls = Mutex(0)
        let publicKey = Array("a public key".utf8)

        var count: Int { calls.withLock { $0 } }

        func signature(over message: [UInt8]) async throws(SigningError) -> [UInt8] {
            calls.withLock { calls in
                calls += 1
                return [UInt8](repeating: UInt8(truncatingIfNeeded: calls), count: 64)
            }
        }
    }

    private let key = CountingKey()
    private let clock = ManualClock(UnixTime(1_594_209_600))

    private func content(_ body: String = "{}", query: String? = nil, sequence: Int64 = 1) throws -> SignedContent {
        try SignedContent(
            digest: ContentDigest(of: Array(body.utf8)),
            path: "/v1/settings",
            query: query,
            sequence: sequence
        )
    }

    @Test("each content is signed once, until its signature is older than the caching time")
    func once() async throws {
        let signer = ResponseSigner(key: key, clock: clock)
        let first = try await signer.fields(for: content(), maxAge: 3600)
        clock.advance(bySeconds: 3600)
        #expect(try await signer.fields(for: content(), maxAge: 3600) == first)
        #expect(key.count == 1)
        clock.advance(bySeconds: 1)
        let second = try await signer.fields(for: content(), maxAge: 3600)
        #expect(second != first)
        #expect(key.count == 2)
        clock.advance(bySeconds: -1)
        #expect(try await signer.fields(for: content(), maxAge: 3600) != second, "a clock set back is no excuse")
        #expect(key.count == 3)
    }

    @Test("another content, number or query has its own signature")
    func changes() async throws {
        let signer = ResponseSigner(key: key, clock: clock)
        for content in try [
            content(), content("[]"), content("[]", sequence: 2), content(query: "a"), content(query: "b"),
        ] {
            _ = try await signer.fields(for: content, maxAge: 3600)
        }
        #expect(key.count == 5)
        _ = try await signer.fields(for: content(query: "a"), maxAge: 3600)
        #expect(key.count == 5)
    }

    @Test("the number of kept signatures is limited, and the oldest is dropped first")
    func capacity() async throws {
        let signer = ResponseSigner(key: key, clock: clock, capacity: 2)
        for query in ["a", "b", "c", "c", "b", "a"] {
            _ = try await signer.fields(for: content(query: query), maxAge: 3600)
        }
        #expect(key.count == 4)
    }

    @Test("a target that no signature can cover is refused as a bad request, only if answers are signed")
    func unsignable() async throws {
        let request = ServiceRequest(method: .get, path: "/v1/settings", rawQuery: "é")
        let answer = ServiceResponse.json([])
        func sign(_ signer: ResponseSigner?) async throws -> ServiceResponse {
            try await answer.signed(by: signer, digest: ContentDigest(of: []), sequence: 0, maxAge: 1, for: request)
        }
        #expect(try await sign(nil).headers == answer.headers)
        await #expect(throws: Refusal.notCompliant) { try await sign(ResponseSigner(key: key, clock: clock)) }
    }
}
