import ExposurePrimitives
import GAENCore
import Testing

/// Restated here, so a clone without the vectors proves the essentials. `CryptographyVectorTests` checks every
/// published pair.
@Suite("Published keys and identifiers")
struct PublishedKeyTests {
    @Test("the first and the last identifier of the specification's example key")
    func specification() throws {
        // Source: the Exposure Notification test vectors in google/exposure-notifications-internals,
        // app/src/androidTest/.../testing/TestVectors.java.
        let day = IntervalNumber(clamping: UnixTime(1_585_785_600))
        #expect(day == IntervalNumber(2_642_976))
        let key = try key("75c734c6dd1a782de7a965da5eb93125", start: 2_642_976)
        #expect(key.identifiers().count == 144)
        for (interval, identifier, encrypted) in [
            (2_642_976, "8be6cd371c5c891604bfbe49df845096", "72033874"),
            (2_643_119, "f431b62ecf443102ce4ed0407de54bd4", "1215e57e"),
        ] as [(UInt32, String, String)] {
            try check(key, at: interval, identifier: identifier, encrypted: encrypted, plain: "40080000")
        }
        #expect(BroadcastMetadata(transmitPower: 8).encoded.bytes == [0x40, 0x08, 0, 0])
    }

    @Test("three beacons received in June 2020 are matched")
    func fieldCapture() throws {
        // Source: mh-/diagnosis-keys, README.md (facts only).
        let key = try key("b534b9654ba21dcd60a9b3e17d620443", start: 2_653_344)
        for (interval, identifier, encrypted, plain) in [
            (2_653_408, "1b013a80678747f73b140e8e3e46a3aa", "919c3296", "40f20000"),
            (2_653_409, "99b8e671e0759ca9532a25ea3f992a8b", "36563b98", "40e80000"),
            (2_653_410, "f357370f15be3f7ec06030ca34899223", "9be98c37", "40e80000"),
        ] as [(UInt32, String, String, String)] {
            try check(key, at: interval, identifier: identifier, encrypted: encrypted, plain: plain)
        }
    }

    private func key(_ hex: String, start: UInt32) throws -> TemporaryExposureKey {
        try TemporaryExposureKey(#require(Hex.decode(hex)), start: start)
    }

    private func check(
        _ key: TemporaryExposureKey,
        at interval: UInt32,
        identifier expected: String,
        encrypted: String,
        plain: String
    ) throws {
        let derived = DerivedKeys(of: key.keyData)
        let identifier = derived.identifier(at: IntervalNumber(interval))
        #expect(Hex.encode(identifier.bytes) == expected)
        #expect(key.identifiers().first { $0.interval.rawValue == interval }?.identifier == identifier)
        let metadata = try #require(Hex.decode(plain).flatMap { EncodedMetadata($0) })
        let transformed = derived.transformMetadata(metadata, with: identifier)
        #expect(Hex.encode(transformed.bytes) == encrypted)
        #expect(derived.transformMetadata(transformed, with: identifier) == metadata)
    }
}
