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
        let key = try key("75c734c6dd1a782de7a965da5eb93125", start: day, period: 144)
        let identifiers = key.identifiers()
        #expect(identifiers.count == 144)
        try check(
            key,
            at: 2_642_976,
            identifier: "8be6cd371c5c891604bfbe49df845096",
            encrypted: "72033874",
            plain: "40080000"
        )
        try check(
            key,
            at: 2_643_119,
            identifier: "f431b62ecf443102ce4ed0407de54bd4",
            encrypted: "1215e57e",
            plain: "40080000"
        )
        #expect(BroadcastMetadata(transmitPower: 8).encoded.bytes == [0x40, 0x08, 0, 0])
    }

    @Test("three beacons received in June 2020 are matched")
    func fieldCapture() throws {
        // Source: mh-/diagnosis-keys, README.md (facts only).
        let key = try key("b534b9654ba21dcd60a9b3e17d620443", start: IntervalNumber(2_653_344), period: 144)
        try check(
            key,
            at: 2_653_408,
            identifier: "1b013a80678747f73b140e8e3e46a3aa",
            encrypted: "919c3296",
            plain: "40f20000"
        )
        try check(
            key,
            at: 2_653_409,
            identifier: "99b8e671e0759ca9532a25ea3f992a8b",
            encrypted: "36563b98",
            plain: "40e80000"
        )
        try check(
            key,
            at: 2_653_410,
            identifier: "f357370f15be3f7ec06030ca34899223",
            encrypted: "9be98c37",
            plain: "40e80000"
        )
    }

    private func key(_ hex: String, start: IntervalNumber, period: Int) throws -> TemporaryExposureKey {
        try TemporaryExposureKey(
            keyData: TemporaryExposureKey.KeyData(#require(Hex.decode(hex))),
            rollingStart: start,
            rollingPeriod: period
        )
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
        let fromWindow = key.identifiers().first { $0.interval.rawValue == interval }
        #expect(fromWindow?.identifier == identifier)
        let plainBytes = try #require(Hex.decode(plain))
        let metadata = try #require(EncodedMetadata(plainBytes))
        let transformed = derived.transformMetadata(metadata, with: identifier)
        #expect(Hex.encode(transformed.bytes) == encrypted)
        #expect(derived.transformMetadata(transformed, with: identifier) == metadata)
    }
}
