import ExposurePrimitives
import Testing

@testable import KeyExport

@Suite("Limits of the expansion of a file")
struct LimitTests {
    @Test("the expanded size is checked on both sides of the limit")
    func size() throws {
        let exportBin = try bin(unknownBytes: 10_000)
        func limits(_ size: Int) -> ExportLimits {
            ExportLimits(maximumExpandedSize: size, maximumExpansionRatio: 200)
        }
        for file in [TestZip(exportBin: exportBin, exportSig: []).bytes, exportBin] {
            let size = exportBin.count
            #expect(throws: Never.self) { try ExportArchive(file, limits: limits(size)).unverified() }
            #expect(throws: ExportError.archive(.tooLarge(size: size, limit: size - 1))) {
                try ExportArchive(file, limits: limits(size - 1))
            }
        }
    }

    @Test("the standard limit is 64 MiB, and a file of exactly that size is read")
    func standardSize() throws {
        let limit = 64 << 20
        let exact = try zip(ofSize: limit)
        #expect(try ExportArchive(exact).unverified().contents.keyCount == 3)
        let above = try zip(ofSize: limit + 1)
        #expect(throws: ExportError.archive(.tooLarge(size: limit + 1, limit: limit))) { try ExportArchive(above) }
    }

    @Test("an export.bin of 16 MiB is expanded in one step, a longer one block by block, and both are read")
    func wholeSize() throws {
        for size in [16 << 20, (16 << 20) + 1] {
            let exportBin = try bin(unknownBytes: size - bin(unknownBytes: 0).count)
            let zip = TestZip(exportBin: exportBin, exportSig: []).bytes
            #expect(exportBin.count == size)
            #expect(try ExportArchive(zip).unverified().contents.keyCount == 3)
        }
    }

    @Test("the expansion is checked on both sides of 200:1")
    func ratio() throws {
        let content = try bin(unknownBytes: 3000)
        let compressed = Deflater.compress(content)
        // Bytes after the stream stretch the compressed size, so the ratio can be met exactly. Such an archive passes
        // the directory's check and fails later.
        func archive(stated size: Int) throws -> ExportArchive {
            var zip = TestZip(exportBin: content, exportSig: [])
            zip.entries[0].data = compressed
            zip.entries[0].statedSize = size
            return try ExportArchive(zip.bytes)
        }
        #expect(throws: Never.self) { try archive(stated: compressed.count * 200) }
        #expect(throws: tooHigh) { try archive(stated: compressed.count * 200 + 1) }
    }

    private let tooHigh = ExportError.archive(.expansionTooHigh(name: "export.bin", limit: 200))

    @Test("a bomb is refused before it is expanded")
    func bomb() throws {
        let zeros = [UInt8](repeating: 0, count: 10 << 20)
        #expect(throws: tooHigh) { try ExportArchive(TestZip(exportBin: zeros, exportSig: []).bytes) }
        var lying = TestZip(exportBin: zeros, exportSig: [])
        lying.entries[0].statedSize = 100
        let archive = try ExportArchive(lying.bytes)
        #expect(throws: ExportError.archive(.wrongSize(name: "export.bin"))) { try archive.unverified() }
    }

    @Test("an export.sig that is far too large is refused")
    func exportSig() throws {
        func archive(ofSize size: Int) throws -> ExportArchive {
            try ExportArchive(TestZip(exportBin: bin(unknownBytes: 0), exportSig: filler(ofSize: size, seed: 3)).bytes)
        }
        let limit = 64 << 10
        #expect(throws: Never.self) { try archive(ofSize: limit).unverified() }
        let tooLarge = try archive(ofSize: limit + 1)
        #expect(throws: ExportError.archive(.tooLarge(size: limit + 1, limit: limit))) { try tooLarge.unverified() }
    }

    /// An archive whose two files have `size` bytes together.
    private func zip(ofSize size: Int) throws -> [UInt8] {
        let empty = try bin(unknownBytes: 0).count
        return TestZip(exportBin: try bin(unknownBytes: size - empty), exportSig: []).bytes
    }

    /// An export.bin with `unknownBytes` bytes of fields that the format does not know.
    private func bin(unknownBytes: Int) throws -> [UInt8] {
        try ExportWriter.exportBin(of: Sample.draft(), signatureInfos: []) + filler(ofSize: unknownBytes, seed: 7)
    }

    /// Fields of number 15, which the format does not know. Each begins with some random bytes, so the whole compresses
    /// well, but by less than 200:1.
    private func filler(ofSize size: Int, seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size)
        while size > bytes.count {
            let rest = size - bytes.count
            // If the rest is too short for another field, this field takes it.
            let length = rest < 8192 ? min(rest, 2048) : 4096
            let isLast = rest - length < 64
            bytes += field(ofSize: isLast ? rest : length, using: &generator)
        }
        return bytes
    }

    /// A length-delimited field of exactly `size` bytes. The length always takes two bytes.
    private func field(ofSize size: Int, using generator: inout SeededGenerator) -> [UInt8] {
        let length = size - 3
        var bytes = [0x7A, UInt8(length & 0x7F | 0x80), UInt8(length >> 7)]
        for _ in 0..<min(48, length) {
            bytes.append(.random(in: 0...255, using: &generator))
        }
        return bytes + [UInt8](repeating: 0, count: size - bytes.count)
    }
}
