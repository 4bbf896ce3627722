import ExposurePrimitives
import HeraldPayloads
import Testing

@Suite("The simple payload")
struct SimplePayloadTests {
    private static let keys = Result {
        try SimplePayloadKeys(secretKey: SecretBytes([UInt8](repeating: 0, count: 2048)))
    }

    @Test("gives the published identifiers of a key of zeros")
    func published() throws {
        let keys = try Self.keys.get()
        let first = try #require(keys.matchingKey(day: 0))
        #expect(Hex.encode(first.exposedBytes) == "38fc2e6a58a6208cb376e79f46b6dcd646a8eef492c07bdeccde63448aea4b51")
        let identifier = Hex.encode(keys.identifier(at: SimplePeriod.epoch).bytes.bytes)
        #expect(identifier == "e2cfbeb32de932c9171c658b5f57a337")
        #expect(first.identifiers().count == SimplePeriod.perDay)
        #expect(try MatchingKey(first.exposedBytes).identifiers() == first.identifiers())
    }

    @Test("changes its identifier every six minutes, and has none before and after its days")
    func periods() throws {
        let keys = try Self.keys.get()
        let start = SimplePeriod.epoch
        #expect(keys.identifier(at: start.advanced(bySeconds: 359)) == keys.identifier(at: start))
        #expect(keys.identifier(at: start.advanced(bySeconds: 360)) != keys.identifier(at: start))
        let last = UnixTime(1_773_791_999)
        #expect(keys.identifier(at: last) != .expired)
        #expect(keys.identifier(at: last.advanced(bySeconds: 1)) == .expired)
        #expect(keys.identifier(at: start.advanced(bySeconds: -1)) == .expired)
        for time in [UnixTime(.min), UnixTime(.max)] {
            #expect(keys.identifier(at: time) == .expired)
        }
        for day in [-1, 2001, Int.max, Int.min] {
            #expect(keys.matchingKey(day: day) == nil)
        }
    }

    @Test("is 21 bytes, in the byte order that the caller names")
    func layout() throws {
        let payload = SimplePayload(
            jurisdiction: Jurisdiction(country: 826, state: 4),
            identifier: try Self.keys.get().identifier(at: SimplePeriod.epoch)
        )
        let identifier = "e2cfbeb32de932c9171c658b5f57a337"
        #expect(Hex.encode(payload.bytes(order: .littleEndian)) == "103a030400" + identifier)
        #expect(Hex.encode(payload.bytes(order: .bigEndian)) == "10033a0004" + identifier)
        for order in ByteOrder.allCases {
            #expect(try SimplePayload(parsing: payload.bytes(order: order), order: order) == payload)
        }
        for count in [0, 5, 20, 22] {
            #expect(throws: HeraldError.wrongLength(count)) {
                try SimplePayload(parsing: [UInt8](repeating: 0x10, count: count), order: .bigEndian)
            }
        }
        let other = [0x11] + payload.bytes(order: .bigEndian).dropFirst()
        #expect(throws: HeraldError.otherPayload(0x11)) { try SimplePayload(parsing: other, order: .bigEndian) }
    }

    @Test("needs 256 bytes of a secret key, and matching keys have 32")
    func sizes() throws {
        #expect(throws: HeraldError.wrongLength(255)) {
            try SimplePayloadKeys(secretKey: SecretBytes([UInt8](repeating: 1, count: 255)))
        }
        _ = try SimplePayloadKeys(secretKey: SecretBytes([UInt8](repeating: 1, count: 256)))
        for count in [31, 33] {
            #expect(throws: HeraldError.wrongLength(count)) { try MatchingKey([UInt8](repeating: 1, count: count)) }
        }
    }
}
