#if canImport(CDeflate)
    import ExposurePrimitives
    import Testing

    @testable import KeyExport

    /// Entries are expanded in one step up to a size, and block by block beyond it. Both ways must give and refuse the
    /// same.
    @Suite("Expanding an entry in one step and block by block")
    struct ZipEntryReaderTests {
        /// `maxWholeSize` for each of the two ways.
        private static let ways = [Int.max, -1]

        @Test("both ways give the content", arguments: [0, 1, 65_535, 65_536, 65_537, 300_000])
        func content(length: Int) throws {
            let content = TestZip.mixedContent(length: length)
            for way in Self.ways {
                #expect(try blocks(of: entry(content), way).joined().elementsEqual(content))
            }
        }

        @Test("up to the limit the content is one block, beyond it many")
        func limit() throws {
            let zip = entry(TestZip.mixedContent(length: 200_000))
            #expect(try blocks(of: zip, 200_000).map(\.count) == [200_000])
            #expect(try blocks(of: zip, 199_999).map(\.count) == [65_536, 65_536, 65_536, 3392])
            #expect(ZipEntryReader.maxWholeSize == 16 << 20)
        }

        @Test("a stated size that is too small or large is refused", arguments: [0, 1, 999, 1001, 70_000, 16 << 20])
        func statedSize(_ size: Int) throws {
            let zip = entry(TestZip.mixedContent(length: 1000)) { $0.statedSize = size }
            for way in Self.ways {
                #expect(throws: wrongSize) { try blocks(of: zip, way) }
            }
        }

        @Test("a bomb gives no byte more than it states")
        func bomb() throws {
            let zeros = [UInt8](repeating: 0, count: 17 << 20)
            for stated in [100, 16 << 20] {
                let zip = entry(zeros) { $0.statedSize = stated }
                for way in Self.ways {
                    let reader = try reader(of: zip, way)
                    var delivered = 0
                    #expect(throws: wrongSize) {
                        while let block = try reader.next() {
                            delivered += block.count
                        }
                    }
                    #expect(delivered <= stated)
                }
            }
        }

        @Test("a truncated stream, and one with bytes after it, are refused")
        func length() throws {
            let content = TestZip.mixedContent(length: 3000)
            let compressed = Deflater.compress(content)
            for way in Self.ways {
                for count in stride(from: 1, to: compressed.count, by: 37) {
                    let zip = entry(content) { $0.data = Array(compressed[..<count]) }
                    #expect(throws: ExportError.archive(.corruptData(name: "export.bin"))) { try blocks(of: zip, way) }
                }
                for tail in [[0], [3, 0], compressed] as [[UInt8]] {
                    let zip = entry(content) { $0.data = compressed + tail }
                    #expect(throws: wrongSize) { try blocks(of: zip, way) }
                }
            }
        }

        @Test("a damaged stream is refused by both ways, or read the same", arguments: [1, 2, 3] as [UInt64])
        func damage(seed: UInt64) throws {
            var generator = SeededGenerator(seed: seed)
            let content = TestZip.mixedContent(length: 2000)
            let compressed = Deflater.compress(content)
            for _ in 0..<500 {
                var damaged = compressed
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    damaged[.random(in: 0..<damaged.count, using: &generator)] = .random(in: 0...255, using: &generator)
                }
                let zip = entry(content) { $0.data = damaged }
                let found = Self.ways.map { way in try? blocks(of: zip, way).flatMap { $0 } }
                #expect(found[0] == found[1])
            }
        }

        private var wrongSize: ExportError { .archive(.wrongSize(name: "export.bin")) }

        private func entry(_ content: [UInt8], _ change: (inout TestZip.Entry) -> Void = { _ in }) -> [UInt8] {
            var zip = TestZip(exportBin: content, exportSig: [])
            change(&zip.entries[0])
            return zip.bytes
        }

        private func reader(of zip: [UInt8], _ maxWholeSize: Int) throws -> ZipEntryReader {
            let limits = ExportLimits(maximumExpandedSize: 1 << 30, maximumExpansionRatio: 1 << 30)
            let entry = try ZipArchive(of: zip, limits: limits).exportBin
            return ZipEntryReader(entry, in: zip, maxWholeSize: maxWholeSize)
        }

        private func blocks(of zip: [UInt8], _ maxWholeSize: Int) throws -> [[UInt8]] {
            let reader = try reader(of: zip, maxWholeSize)
            var blocks: [[UInt8]] = []
            while let block = try reader.next() {
                blocks.append(block)
            }
            return blocks
        }
    }
#endif
