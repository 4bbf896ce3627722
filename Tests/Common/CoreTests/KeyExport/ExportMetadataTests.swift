import ExposurePrimitives
import KeyExport
import Testing

@Suite("Metadata of exports")
struct ExportMetadataTests {
    @Test("the batch number lies between one and the batch size")
    func batchNumbers() throws {
        for (number, size) in [(1, 1), (2, 2), (1_000_000, 1_000_000)] {
            #expect(throws: Never.self) { try Sample.metadata(batch: (number, of: size)) }
        }
        for (number, size) in [(0, 1), (2, 1), (-1, 5), (1_000_000, 999_999)] {
            #expect(throws: ExportError.content(.batchNumberOutOfRange(number, size: size))) {
                try Sample.metadata(batch: (number, of: size))
            }
        }
        for size in [0, -1, 1_000_001] {
            #expect(throws: ExportError.content(.batchSizeOutOfRange(size))) {
                try Sample.metadata(batch: (1, of: size))
            }
        }
    }

    @Test("the period does not end before it begins and does not begin before 1970")
    func period() {
        for (start, end) in [(0, 0), (0, 1), (5, 5)] as [(Int64, Int64)] {
            #expect(throws: Never.self) { try Sample.metadata(start: start, end: end) }
        }
        for (start, end) in [(-1, 5), (6, 5)] as [(Int64, Int64)] {
            #expect(throws: ExportError.content(.periodInvalid(start: UnixTime(start), end: UnixTime(end)))) {
                try Sample.metadata(start: start, end: end)
            }
        }
    }
}
