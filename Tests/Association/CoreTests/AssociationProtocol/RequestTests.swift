import ExposurePrimitives
import Testing

@testable import AssociationProtocol

@Suite("Requests of an account")
struct SignedRequestTests {
    @Test("read back, and are refused with a changed bit")
    func roundTrip() throws {
        let keys = try Scene(.sealed).b.chain.dayKeys(on: Scene.interval.day)
        for purpose in SignedRequest.Purpose.allCases {
            let request = try Self.request(purpose, time: 1_800_000_000, body: [1, 2, 3])
            let bytes = request.exposedBytes(authenticatedBy: keys)
            let received = try ReceivedRequest(parsing: bytes)
            #expect(received.request == request && received.isAuthentic(under: keys))
            for bit in 0..<bytes.count * 8 {
                #expect((try? ReceivedRequest(parsing: bytes.flipping(bit: bit)))?.isAuthentic(under: keys) != true)
            }
            for count in 0..<bytes.count {
                #expect(throws: AssociationError.self) { try ReceivedRequest(parsing: Array(bytes.prefix(count))) }
            }
            #expect(throws: AssociationError.self) { try ReceivedRequest(parsing: bytes + [0]) }
        }
    }

    @Test("have a body of up to 65 535 bytes and a time after the epoch")
    func limits() throws {
        let most = [UInt8](repeating: 0, count: 65_535)
        _ = try Self.request(.poll, time: 0, body: most)
        #expect(throws: AssociationError.malformed) { try Self.request(.poll, time: -1, body: []) }
        #expect(throws: AssociationError.wrongLength(65_536)) { try Self.request(.poll, time: 0, body: most + [0]) }
    }

    private static func request(_ purpose: SignedRequest.Purpose, time: Int64, body: [UInt8]) throws -> SignedRequest {
        try SignedRequest(
            purpose: purpose,
            registration: RegistrationID(.init(words: (1, 2))),
            time: UnixTime(time),
            nonce: .init(words: (3, 4)),
            body: body
        )
    }
}

@Suite("Authenticators")
struct AuthenticatorTests {
    @Test("have a moment that exists, and 112 bytes")
    func limits() throws {
        _ = try AuthenticatorMoment(time: UnixTime(0), microseconds: 999_999)
        #expect(throws: AssociationError.malformed) {
            try AuthenticatorMoment(time: UnixTime(0), microseconds: 1_000_000)
        }
        #expect(throws: AssociationError.malformed) { try AuthenticatorMoment(time: UnixTime(-1), microseconds: 0) }
        for count in [111, 113] {
            let bytes = [UInt8](repeating: 0, count: count)
            #expect(throws: AssociationError.wrongLength(count)) { try SealedAuthenticator(bytes) }
        }
    }

    @Test("grow with the time, then with the microseconds")
    func order() throws {
        let moments = try [(1, 5), (1, 6), (2, 0)].map { second, part in
            try AuthenticatorMoment(time: UnixTime(Int64(second)), microseconds: UInt32(part))
        }
        #expect(moments.sorted() == moments && moments.reversed().sorted() == moments)
    }
}
