import Testing

@testable import KeyExport

@Suite("Writing without libdeflate")
struct ZlibTests {
    @Test("what zlib compresses is expanded to the same bytes", arguments: [0, 1, 2, 255, 65_535, 65_536, 300_000])
    func roundTrip(length: Int) throws {
        // The stream has stored and compressed blocks.
        let content = TestZip.mixedContent(length: length)
        for compressed in [Zlib.compress(content), Deflater.compress(content)] {
            let inflater = Inflater()
            let (output, consumed) = try #require(inflater.next(from: compressed[...], capacity: length + 1))
            #expect(output == content)
            #expect(consumed == compressed.count)
            #expect(inflater.isFinished)
        }
    }

    @Test("both libraries compute the published check value of CRC-32, also step by step")
    func checksum() {
        let digits = Array("123456789".utf8)
        #expect(Zlib.crc32(0, digits) == 0xCBF4_3926)
        var stepwise = Checksum()
        for part in [digits[..<1], digits[1..<1], digits[1..<8], digits[8...]] {
            stepwise.update(with: Array(part))
        }
        #expect(stepwise.value == 0xCBF4_3926)
        #expect(Zlib.crc32(Zlib.crc32(0, Array(digits[..<4])), Array(digits[4...])) == 0xCBF4_3926)
    }
}
