import ExposurePrimitives
import KeyExport
import Testing

@Suite("Groups of exports")
struct ExportGroupTests {
    @Test("a group is complete if each batch is present once, in any order")
    func whole() throws {
        #expect(throws: Never.self) { try ExportGroup.check([]) }
        #expect(throws: Never.self) { try ExportGroup.check([batch(1, of: 1)]) }
        #expect(throws: Never.self) { try ExportGroup.check([batch(3, of: 3), batch(1, of: 3), batch(2, of: 3)]) }
    }

    @Test("a missing batch is an error that names the first one")
    func missing() {
        for (numbers, size, count, first) in [
            ([3, 1], 3, 1, 2), ([1, 2], 3, 1, 3), ([1_000_000], 1_000_000, 999_999, 1),
        ] {
            #expect(throws: ExportError.group(.missingBatches(count: count, first: first, size: size))) {
                try ExportGroup.check(numbers.map { try batch($0, of: size) })
            }
        }
    }

    @Test("a batch that is present twice is an error")
    func duplicate() {
        #expect(throws: ExportError.group(.duplicateBatch(2, size: 3))) {
            try ExportGroup.check([batch(2, of: 3), batch(1, of: 3), batch(2, of: 3)])
        }
    }

    @Test("one group has one batch size")
    func sizes() {
        #expect(throws: ExportError.group(.differentBatchSizes([1, 2]))) {
            try ExportGroup.check([batch(1, of: 2), batch(1, of: 1)])
        }
    }

    @Test("period and region distinguish groups, and each group must be complete")
    func groups() throws {
        #expect(throws: Never.self) {
            try ExportGroup.check([batch(1, of: 1), batch(1, of: 1, region: "DE"), batch(1, of: 1, start: 600)])
        }
        #expect(throws: ExportError.group(.missingBatches(count: 1, first: 1, size: 2))) {
            try ExportGroup.check([batch(1, of: 1), batch(2, of: 2, region: "DE")])
        }
    }

    private func batch(_ number: Int, of size: Int, region: String = "222", start: Int64 = 0) throws -> ExportMetadata {
        try Sample.metadata(start: start, end: 3600, region: region, batch: (number, of: size))
    }
}
