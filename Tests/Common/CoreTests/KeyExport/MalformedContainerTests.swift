import Testing

@testable import KeyExport

@Suite("Archives with a faulty container are refused")
struct MalformedContainerTests {
    @Test("extra, missing, wrongly named and doubled entries")
    func entries() throws {
        typealias Change = (inout TestZip) -> Void
        let cases: [(ArchiveError, Change)] = [
            (.unexpectedEntry(name: "readme.txt"), { $0.entries.append(.init(name: "readme.txt", content: [1])) }),
            (.duplicateEntry(name: "export.bin"), { $0.entries.append($0.entries[0]) }),
            (.duplicateEntry(name: "export.sig"), { $0.entries[0].name = "export.sig" }),
            (.missingEntry(name: "export.bin"), { $0.entries.removeFirst() }),
            (.missingEntry(name: "export.sig"), { $0.entries.removeLast() }),
            (.missingEntry(name: "export.bin"), { $0.entries.removeAll() }),
            (.unexpectedEntry(name: "exportasd.bin"), { $0.entries[0].name = "exportasd.bin" }),
            (.unexpectedEntry(name: "Export.bin"), { $0.entries[0].name = "Export.bin" }),
            (.unexpectedEntry(name: "export.bin "), { $0.entries[0].name = "export.bin " }),
            (.nestedFolder(name: "chunk/export.bin"), { $0.entries[0].name = "chunk/export.bin" }),
            (.nestedFolder(name: "a\\export.sig"), { $0.entries[1].name = "a\\export.sig" }),
            (.unexpectedEntry(name: "chunk/"), { $0.entries.append(.init(name: "chunk/", content: [])) }),
            (
                .unexpectedEntry(name: "__MACOSX/export.bin"),
                { $0.entries.append(.init(name: "__MACOSX/export.bin", content: [])) }
            ),
            (.unsafeName("../export.bin"), { $0.entries[0].name = "../export.bin" }),
            (.unsafeName("a/../export.bin"), { $0.entries[0].name = "a/../export.bin" }),
            (.unsafeName("..\\export.bin"), { $0.entries[0].name = "..\\export.bin" }),
            (.unsafeName("/export.bin"), { $0.entries[0].name = "/export.bin" }),
            (.unsafeName("export.bin?"), { $0.entries[0].name = "export.bin\0" }),
            (.unsafeName(""), { $0.entries[0].name = "" }),
            (.unexpectedEntry(name: "?[31mred"), { $0.entries[0].name = "\u{1B}[31mred" }),
            (
                .unexpectedEntry(name: String(repeating: "x", count: 64)),
                { $0.entries[0].name = String(repeating: "x", count: 5000) }
            ),
        ]
        for (error, change) in cases {
            expect(error, Self.plain.with(change).bytes)
        }
    }

    @Test("bytes that belong to no entry")
    func strayBytes() {
        let changes: [(inout TestZip) -> Void] = [
            { $0.suffix = [0] }, { $0.suffix = Array("PK".utf8) }, { $0.comment = Array("hello".utf8) },
            { $0.beforeDirectory = [0] }, { $0.entries[0].comment = [65] },
            { $0.prefix = Array("PK-stub".utf8) },
        ]
        for change in changes {
            expect(.strayBytes, Self.plain.with(change).bytes)
        }
    }

    @Test("features that a plain archive does not have")
    func features() {
        expect(.encrypted(name: "export.bin"), Self.plain.with { $0.entries[0].flags = 1 }.bytes)
        expect(.encrypted(name: "export.sig"), Self.plain.with { $0.entries[1].flags = 0x41 }.bytes)
        for flags in [0x10, 0x20, 0x40, 0x80, 0x1000, 0x2000, 0x8000] as [UInt16] {
            expect(
                .unsupportedFlags(Int(flags), name: "export.bin"),
                Self.plain.with { $0.entries[0].flags = flags }.bytes
            )
        }
        for method in [1, 9, 12, 14, 93, 95, 99] as [UInt16] {
            let zip = Self.plain.with {
                $0.entries[0].data = [1, 2, 3]
                $0.entries[0].method = method
            }
            expect(.unsupportedMethod(Int(method), name: "export.bin"), zip.bytes)
        }
        expect(.multipleDisks, Self.plain.with { $0.diskNumber = 1 }.bytes)
        expect(.zip64, Self.plain.with { $0.entries[0].statedSize = 0xFFFF_FFFF }.bytes)
        expect(.zip64, Self.plain.with { $0.statedDirectoryStart = 0xFFFF_FFFF }.bytes)
    }

    @Test("local headers and data descriptors that contradict the directory")
    func contradictions() {
        let changes: [(inout TestZip.Entry) -> Void] = [
            { $0.localName = "export.sig" }, { $0.localName = "export.bin2" }, { $0.localMethod = 0 },
            { $0.localFlags = 2 }, { $0.localFlags = 8 }, { $0.localChecksum = 1 }, { $0.localSize = 1 },
            {
                $0.descriptor = .plain
                $0.descriptorChecksum = 1
            },
            {
                $0.descriptor = .withSignature
                $0.descriptorChecksum = 1
            },
            {
                $0.descriptor = .withSignature
                $0.localChecksum = 1
            },
            // The flag announces a descriptor that does not follow.
            { $0.flags = 8 },
        ]
        for change in changes {
            expect(.inconsistentHeaders(name: "export.bin"), Self.plain.with { change(&$0.entries[0]) }.bytes)
        }
    }

    @Test("data that is corrupt, too short, too long or has another checksum")
    func data() throws {
        let content = Self.plain.entries[0].content
        let compressed = Self.plain.entries[0].compressed
        func zip(_ change: (inout TestZip.Entry) -> Void) -> [UInt8] {
            Self.plain.with { change(&$0.entries[0]) }.bytes
        }
        let cases: [(ArchiveError, [UInt8])] = [
            (.corruptData(name: "export.bin"), zip { $0.data = [0xFF, 0xFF, 0xFF] }),
            (.corruptData(name: "export.bin"), zip { $0.data = Array(compressed.dropLast()) }),
            (.wrongSize(name: "export.bin"), zip { $0.data = compressed + [0] }),
            (.wrongSize(name: "export.bin"), zip { $0.statedSize = content.count - 1 }),
            (.wrongSize(name: "export.bin"), zip { $0.statedSize = content.count + 1 }),
            (.checksumMismatch(name: "export.bin"), zip { $0.statedChecksum = 0x1234_5678 }),
            (
                .wrongSize(name: "export.bin"),
                zip {
                    $0.method = 0
                    $0.statedSize = content.count + 1
                }
            ),
        ]
        for (error, bytes) in cases {
            #expect(throws: ExportError.archive(error)) { try ExportArchive(bytes).unverified() }
        }
    }

    @Test("every truncation")
    func truncation() {
        let bytes = Self.plain.bytes
        for count in 2..<bytes.count {
            expect(.truncated, Array(bytes.prefix(count)))
        }
        expect(.notAnArchive, [])
        expect(.notAnArchive, [0x50])
    }

    @Test("a file that is neither a zip nor an export.bin")
    func other() {
        expect(.notAnArchive, Array("<html>".utf8))
        expect(.notAnArchive, [0x1F, 0x8B, 0x08])
    }

    @Test("stored and streamed entries and entries in the other order are read")
    func accepted() throws {
        let changes: [(inout TestZip) -> Void] = [
            { $0.entries[0].method = 0 },
            { $0.entries[0].descriptor = .withSignature },
            { $0.entries[1].descriptor = .withSignature },
            { for index in 0..<2 { $0.entries[index].descriptor = .plain } },
            { $0.entries.reverse() },
            { $0.entries[0].extra = [0x55, 0x54, 0x05, 0x00, 1, 2, 3, 4, 5] },
            { $0.entries[0].flags = 0x0806 },
        ]
        for change in changes {
            let export = try ExportArchive(Self.plain.with(change).bytes).unverified()
            #expect(export.contents.keyCount == 3)
        }
    }

    private func expect(
        _ error: ArchiveError,
        _ bytes: [UInt8],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(throws: ExportError.archive(error), sourceLocation: sourceLocation) { try ExportArchive(bytes) }
    }

    private static let plain: TestZip = {
        do {
            let metadata = try Sample.metadata()
            let exportBin = try ExportWriter.exportBin(of: Sample.draft(), signatureInfos: [])
            return TestZip(
                exportBin: exportBin,
                exportSig: try ExportWriter.exportSig(for: metadata, signatures: [])
            )
        } catch {
            preconditionFailure("the sample cannot be written: \(error)")
        }
    }()
}
