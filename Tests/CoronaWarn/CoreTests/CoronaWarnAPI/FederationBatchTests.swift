import CoronaWarnAPI
import Crypto
import ExposurePrimitives
import GAENCore
import MessageSignatures
import Testing

@Suite("Batches between authorities")
struct FederationBatchTests {
    /// 2020-09-13T12:26:40Z.
    private static let now = UnixTime(1_600_000_000)
    private static let day = IntervalNumber(clamping: now).startOfDay

    private static let regions = ["DE", "DK", "FR"].compactMap { RegionCode($0) }
    private static let (own, neighbour, other) = (regions[0], regions[1], regions[2])

    private static func key(
        _ number: Int,
        daysAhead: Int = -1,
        visited: Set<RegionCode>,
        level: Int? = 5,
        onset: OnsetMeaning = .onset(days: 2)
    ) throws -> FederatedKey {
        let data = [UInt8(number >> 8), UInt8(number & 255)] + [UInt8](repeating: 0, count: 14)
        let start = IntervalNumber(UInt32(Int(day.rawValue) + 144 * daysAhead))
        return FederatedKey(
            key: try TemporaryExposureKey(keyData: .init(data), rollingStart: start, rollingPeriod: 144),
            transmissionRiskLevel: level,
            visitedCountries: visited,
            reportType: .confirmedTest,
            onset: onset
        )
    }

    /// A batch from the neighbour, and what its receiver finds.
    private struct Sample {
        let key = P256.Signing.PrivateKey()

        func batch(
            _ keys: [FederatedKey]? = nil,
            from origin: RegionCode = neighbour,
            to destination: RegionCode = own,
            number: Int = 7
        ) throws -> FederationBatch {
            let keys = try keys ?? [2, 1].map { try FederationBatchTests.key($0, visited: [own, neighbour]) }
            return FederationBatch(origin: origin, destination: destination, number: number, keys: keys)
        }

        func received(_ body: [UInt8], signature: [UInt8]? = nil, now: UnixTime = now) throws -> FederationBatch {
            let expectation = FederationExpectation(
                origin: neighbour,
                destination: own,
                number: 7,
                key: try MessageVerificationKey(pem: key.publicKey.pemRepresentation)
            )
            let made = try Array(key.signature(for: body).rawRepresentation)
            return try expectation.batch(parsing: body, signature: signature ?? made, now: now)
        }

        /// The refusal of a batch.
        func refusal(_ body: [UInt8], signature: [UInt8]? = nil) -> FederationRefusal? {
            do {
                _ = try received(body, signature: signature)
                return nil
            } catch {
                return error as? FederationRefusal
            }
        }
    }

    @Test("a batch reads back as it was written, with its keys sorted")
    func roundTrip() throws {
        let sample = Sample()
        let batch = try sample.batch()
        #expect(batch.keys.map { $0.key.keyData.exposedBytes[1] } == [1, 2])
        #expect(try sample.received(batch.exposedBody()) == batch)
        let empty = try sample.batch([])
        #expect(try sample.received(empty.exposedBody()) == empty)
    }

    @Test("a batch is refused if it is not signed by the partner, not for us, or not the one of the answer")
    func statements() throws {
        let sample = Sample()
        let body = try sample.batch().exposedBody()
        let other = try Array(P256.Signing.PrivateKey().signature(for: body).rawRepresentation)
        #expect(sample.refusal(body, signature: other) == .wrongSignature)
        #expect(sample.refusal(body, signature: []) == .wrongSignature)
        var changed = body
        changed[4] ^= 1
        let honest = try Array(sample.key.signature(for: body).rawRepresentation)
        #expect(sample.refusal(changed, signature: honest) == .wrongSignature)
        #expect(sample.refusal(try sample.batch(from: Self.other).exposedBody()) == .otherOrigin)
        #expect(try sample.refusal(sample.batch([], to: Self.other).exposedBody()) == .notForUs)
        #expect(sample.refusal(try sample.batch(number: 8).exposedBody()) == .otherNumber)
    }

    @Test("a key of the future refuses the batch, one of today does not")
    func future() throws {
        let sample = Sample()
        let today = try sample.batch([Self.key(1, daysAhead: 0, visited: [Self.own])])
        #expect(try sample.received(today.exposedBody(), now: Self.day.start).keys.count == 1)
        let tomorrow = try sample.batch([Self.key(1, daysAhead: 1, visited: [Self.own])])
        #expect(sample.refusal(tomorrow.exposedBody()) == .futureKeys)
    }

    @Test("keys that do not name the receiver, repeated keys and keys of another origin refuse the batch")
    func keys() throws {
        let sample = Sample()
        let stranger = try sample.batch([Self.key(1, visited: [Self.neighbour])]).exposedBody()
        #expect(sample.refusal(stranger) == .notForUs)
        let twice = try sample.batch([Self.key(1, visited: [Self.own]), Self.key(1, visited: [Self.own])]).exposedBody()
        #expect(sample.refusal(twice) == .unsorted)
        // The origin of the batch stands behind its keys.
        var foreign = try sample.batch([Self.key(1, visited: [Self.own])]).exposedBody()
        let place = try #require(foreign.firstRange(of: Array("DK".utf8)))
        foreign.replaceSubrange(place, with: Array("FR".utf8))
        #expect(sample.refusal(foreign) == .otherOrigin)
    }

    @Test("a body that is no batch, or too large, is malformed")
    func malformed() throws {
        let sample = Sample()
        for body in [[], [0xFF], Array("{}".utf8), [UInt8](repeating: 0, count: FederationLimits.body + 1)] {
            #expect(sample.refusal(body) == .malformed)
        }
        #expect(sample.refusal(try sample.batch(number: 0).exposedBody()) == .malformed)
        let union = try sample.batch([Self.key(1, visited: [Self.own, .union])])
        #expect(sample.refusal(union.exposedBody()) == .malformed)
    }

    @Test("a batch has up to 4000 keys, and a key up to 40 countries")
    func limits() throws {
        let sample = Sample()
        func batch(count: Int) throws -> [UInt8] {
            let visited = Set(try Self.countries(40)).union([Self.own])
            let keys = try (0..<count).map {
                try Self.key($0, visited: visited, level: nil, onset: .noSymptoms(daysSinceSubmission: 0))
            }
            return try sample.batch(keys).exposedBody()
        }
        let full = try batch(count: FederationLimits.keys)
        #expect(full.count <= FederationLimits.body)
        #expect(try sample.received(full).keys.count == FederationLimits.keys)
        #expect(sample.refusal(try batch(count: FederationLimits.keys + 1)) == .malformed)
        let many = try sample.batch([Self.key(1, visited: Set(Self.countries(41)))]).exposedBody()
        #expect(sample.refusal(many) == .malformed)
    }

    /// DE first, then others.
    private static func countries(_ count: Int) throws -> [RegionCode] {
        let letters = (UInt8(ascii: "A")...UInt8(ascii: "Z")).map { String(UnicodeScalar($0)) }
        let others = letters.flatMap { first in ["X", "Y"].map { first + $0 } }
        return try (["DE"] + others).prefix(count).map { try #require(RegionCode($0)) }
    }

    @Test("a level that does not exist follows from the onset")
    func levels() throws {
        let sample = Sample()
        let own: Set = [Self.own]
        #expect(try Self.key(1, visited: own, level: 3).level == 3)
        #expect(try Self.key(1, visited: own, level: nil).level == OnsetCode(2)?.transmissionRiskLevel)
        let read = try sample.received(sample.batch([Self.key(1, visited: own, level: nil)]).exposedBody())
        #expect(read.keys.first?.transmissionRiskLevel == nil)
    }
}
