import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@testable import HeraldPayloads

@Suite("Herald's own numbers", .needsForeignVectors)
struct HeraldVectorTests {
    private let keys = Result { try SimplePayloadKeys(secretKey: SecretBytes([UInt8](repeating: 0, count: 2048))) }

    @Test("of matching keys are found, and the digest of all 2001")
    func matchingKeys() throws {
        let group = try HeraldVectors.group("herald-simple-matching-key")
        let keys = try keys.get()
        for vector in group.vectors {
            let (day, key) = (try #require(vector.day), try #require(vector.matchingKey))
            #expect(Hex.encode(try #require(keys.matchingKey(day: day)).exposedBytes) == key, "day \(day)")
        }
        #expect(group.vectors.count == 13)
        var (seed, all) = (SecretBytes(SHA256.hash(data: [UInt8](repeating: 0, count: 2048))), [[UInt8]]())
        for _ in 0...SimplePeriod.maxDay {
            all.append(SimplePayloadKeys.key(ofSeed: seed).exposedBytes)
            seed = SimplePayloadKeys.previousSeed(seed)
        }
        let digest = SHA256.hash(data: all.reversed().flatMap { $0 })
        #expect(Hex.encode(digest) == group.digestSha256OfAll2001MatchingKeysConcatenatedDay0First)
    }

    @Test("of contact identifiers are found, and the digest of all 2651")
    func contactIdentifiers() throws {
        let group = try HeraldVectors.group("herald-simple-contact-identifier")
        let days = try (0...10).map { try #require(try keys.get().matchingKey(day: $0)).contactKeys() }
        for vector in group.vectors {
            let (day, period) = (try #require(vector.day), try #require(vector.period))
            #expect(Hex.encode(days[day][period].exposedBytes) == vector.contactKey)
        }
        #expect(group.vectors.count == 88)
        let all = days.flatMap { $0 }.flatMap { $0.exposedBytes.prefix(16) }
        #expect(Hex.encode(SHA256.hash(data: all)) == group.digestSha256OfAll2651IdentifiersConcatenated)
    }

    @Test("of days, periods and payloads are found")
    func payloads() throws {
        for vector in try HeraldVectors.group("herald-simple-day-period").vectors {
            let moment = SimplePeriod(of: UnixTime(try #require(vector.unix)))
            #expect(moment.day == vector.day && moment.period == vector.period)
        }
        for vector in try HeraldVectors.group("herald-simple-payload").vectors {
            let payload = SimplePayload(
                jurisdiction: Jurisdiction(
                    country: UInt16(try #require(vector.country)),
                    state: UInt16(try #require(vector.state))
                ),
                identifier: try keys.get().identifier(at: UnixTime(try #require(vector.unix)))
            )
            #expect(Hex.encode(payload.bytes(order: .littleEndian)) == vector.iosAndroidWire)
            #expect(Hex.encode(payload.bytes(order: .bigEndian)) == vector.asDocumentedBigEndian)
        }
    }
}

/// The groups of Herald's simple payload in the file of vectors.
private struct HeraldVectors: Decodable {
    struct Group: Decodable {
        let id: String
        let vectors: [Vector]
        let digestSha256OfAll2001MatchingKeysConcatenatedDay0First: String?
        let digestSha256OfAll2651IdentifiersConcatenated: String?
    }

    struct Vector: Decodable {
        let day, period, country, state: Int?
        let unix: Int64?
        let matchingKey, contactKey, iosAndroidWire, asDocumentedBigEndian: String?
    }

    /// Other groups have vectors of other forms.
    private struct Entry: Decodable {
        let group: Group?

        init(from decoder: any Decoder) throws {
            group = try? Group(from: decoder)
        }
    }

    private let groups: [Entry]

    static func group(_ id: String) throws -> Group {
        let all = try ForeignVectors.decode(HeraldVectors.self, from: "herald.json").groups.compactMap(\.group)
        return try #require(all.first { $0.id == id })
    }
}
