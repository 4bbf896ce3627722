import DeviceAttestation
import ExposurePrimitives
import Testing

@testable import AttestationVerifiers

@Suite("The CBOR reader")
struct CBORReaderTests {
    @Test("examples of RFC 8949 appendix A")
    func examples() throws {
        let integers: [(String, Int)] = [
            ("00", 0), ("17", 23), ("1818", 24), ("1903e8", 1000), ("1a000f4240", 1_000_000),
            ("1b000000e8d4a51000", 1_000_000_000_000), ("20", -1), ("3863", -100), ("3903e7", -1000),
        ]
        for (hex, value) in integers {
            var reader = try reader(hex)
            #expect(try reader.readInteger() == value)
            try reader.requireEnd()
        }
        var text = try reader("6449455446")
        #expect(try text.readText() == "IETF")
        var bytes = try reader("4401020304")
        #expect(try bytes.readBytes() == [1, 2, 3, 4])
    }

    @Test(
        "longer forms, indefinite lengths, other types and lengths beyond the data are refused",
        arguments: [
            "", "1817", "1900ff", "1a0000ffff", "1b00000000ffffffff", "1c", "1f", "18", "1901", "f6", "c000",
            "1b8000000000000000", "3bffffffffffffffff",
        ]
    )
    func integers(hex: String) throws {
        var reader = try reader(hex)
        #expect(throws: AttestationRefusal.malformed) { try reader.readInteger() }
    }

    @Test(
        "strings, arrays and maps end with the data",
        arguments: [
            "5f", "41", "5b7fffffffffffffff", "9b7fffffffffffffff", "8141", "bf", "a1", "a2616101616101", "a10101",
            "61ff",
        ]
    )
    func collections(hex: String) throws {
        var first = try reader(hex)
        #expect(throws: AttestationRefusal.malformed) { try first.readBytes() }
        var second = try reader(hex)
        #expect(throws: AttestationRefusal.malformed) { try second.readByteStrings() }
        var third = try reader(hex)
        #expect(throws: AttestationRefusal.malformed) {
            try third.readMap { (reader, _) throws(AttestationRefusal) in _ = try reader.readInteger() }
        }
        var fourth = try reader(hex)
        #expect(throws: AttestationRefusal.malformed) { try fourth.readText() }
    }

    private func reader(_ hex: String) throws -> CBORReader { CBORReader(try #require(Hex.decode(hex))[...]) }
}
