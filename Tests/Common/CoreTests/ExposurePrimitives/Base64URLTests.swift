import ExposurePrimitives
import Testing

@Suite("Base 64 for URLs")
struct Base64URLTests {
    @Test("every length is read back, and has only one text")
    func roundTrip() {
        var generator = SeededGenerator(seed: 1)
        for length in 0...64 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let text = Base64URL.encode(bytes)
            #expect(!text.contains { "+/=".contains($0) })
            #expect(Base64URL.decode(text) == bytes)
        }
        #expect(Base64URL.encode([0xFB, 0xFF, 0xFE]) == "-__-")
        #expect(Base64URL.encode([0xFF]) == "_w")
    }

    @Test(
        "padding, the other alphabet, white space, used spare bits and impossible lengths are refused",
        arguments: ["_w==", "_w=", "+/8", "/w", "_x", "__9", "A", "AAAAA", "AA A", "AA\n", "é", "=", "===="]
    )
    func refused(text: String) {
        #expect(Base64URL.decode(text) == nil)
    }
}
