import ExposurePrimitives
import Testing

@Suite("Hexadecimal text")
struct HexTests {
    private static let published = [("", ""), ("f", "66"), ("fo", "666f"), ("foobar", "666f6f626172")]

    @Test("the vectors of RFC 4648 section 10", arguments: published)
    func vectors(text: String, encoded: String) {
        #expect(Hex.encode(Array(text.utf8)) == encoded)
        #expect(Hex.decode(encoded) == Array(text.utf8))
    }

    @Test("every byte is written and read back, in both cases")
    func everyByte() {
        let bytes = Array(UInt8.min...UInt8.max)
        let text = Hex.encode(bytes)
        #expect(text.hasPrefix("000102") && text.hasSuffix("fdfeff"))
        #expect(Hex.decode(text) == bytes)
        #expect(Hex.decode(text.uppercased()) == bytes)
    }

    @Test(
        "everything else is refused",
        arguments: ["0", "000", "0g", "g0", "0x00", " 00", "00 ", "0 0", "-1", "+1", "٠٠", "00\n", "é0"]
    )
    func refused(text: String) {
        #expect(Hex.decode(text) == nil)
    }
}
