import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

@Suite("Headers of Herald")
struct HeraldHeaderTests {
    private let header = HeraldHeader(code: 0x0E, jurisdiction: Jurisdiction(country: 826, state: 4))

    @Test("have code, country and state in five bytes")
    func layout() throws {
        #expect(header.bytes == [0x0E, 0x03, 0x3A, 0x00, 0x04])
        #expect(try HeraldHeader(parsing: header.bytes) == header)
    }

    @Test("have five bytes and no other number", arguments: [0, 1, 4, 6, 300])
    func lengths(count: Int) {
        #expect(throws: HeraldError.wrongLength(count)) {
            try HeraldHeader(parsing: [UInt8](repeating: 8, count: count))
        }
    }
}

@Suite("Entries of extended data")
struct TaggedValueTests {
    @Test("are read in their order, known or not, also without content")
    func list() throws {
        let bytes: [UInt8] = [0x40, 1, 0xC4, 0xF7, 0, 0x40, 2, 1, 2]
        let entries = try TaggedValue.list(parsing: bytes)
        #expect(entries.map(\.code) == [0x40, 0xF7, 0x40])
        #expect(entries.map(\.value) == [[0xC4], [], [1, 2]])
        #expect(entries.flatMap(\.bytes) == bytes)
        #expect(try TaggedValue.list(parsing: []).isEmpty)
    }

    @Test(
        "are refused if the last one ends early",
        arguments: [[0x40], [0x40, 1], [0x40, 2, 1], [1, 0, 2]] as [[UInt8]]
    )
    func truncated(bytes: [UInt8]) {
        #expect(throws: HeraldError.wrongLength(bytes.count)) { try TaggedValue.list(parsing: bytes) }
    }

    @Test("hold up to 255 bytes")
    func size() throws {
        let largest = try TaggedValue(code: 1, value: [UInt8](repeating: 7, count: 255))
        #expect(try TaggedValue.list(parsing: largest.bytes) == [largest])
        #expect(throws: HeraldError.valueTooLong(256)) {
            try TaggedValue(code: 1, value: [UInt8](repeating: 7, count: 256))
        }
    }

    @Test("read back as written, for any list")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 20)
        for _ in 0..<200 {
            let entries = try (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                let count = Int.random(in: 0...255, using: &generator)
                let value = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
                return try TaggedValue(code: UInt8.random(in: 0...255, using: &generator), value: value)
            }
            #expect(try TaggedValue.list(parsing: entries.flatMap(\.bytes)) == entries)
        }
    }
}
