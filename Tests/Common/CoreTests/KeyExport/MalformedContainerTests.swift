import Testing

@testable import KeyExport

@Suite("Archives with a faulty container are refused")
struct MalformedContainerTests {
    @Test("extra, missing, wrongly named and doubled entries")
    func entries() throws {
        let cases: [(ArchiveError, (inout TestZip) -> Void)] = [
            (.unexpectedEntry(name: "readme.txt"), { $0.add("readme.txt") }),
            (.unexpectedEntry(name: "chunk/"), { $0.add("chunk/") }),
            (.unexpectedEntry(name: "__MACOSX/export.bin"), { $0.add("__MACOSX/export.bin") }),
            (.duplicateEntry(name: "export.bin"), { $0.entries.append($0.entries[0]) }),
            (.duplicateEntry(name: "export.sig"), { $0.entries[0].name = "export.sig" }),
            (.missingEntry(name: "export.bin"), { $0.entries.removeFirst() }),
            (.missingEntry(name: "export.sig"), { $0.entries.removeLast() }),
            (.missingEntry(name: "export.bin"), { $0.entries.removeAll() }),
            (.nestedFolder(name: "a\\export.sig"), { $0.entries[1].name = "a\\export.sig" }),
        ]
        for (error, change) in cases {
            expect(error, Self.plain.with(change).bytes)
        }
    }

    @Test("an export.bin of another name, each with its reason")
    func names() {
        let long = String(repeating: "x", count: 5000)
        let names: [(String, ArchiveError)] = [
            ("exportasd.bin", .unexpectedEntry(name: "exportasd.bin")),
            ("Export.bin", .unexpectedEntry(name: "Export.bin")),
            ("export.bin ", .unexpectedEntry(name: "export.bin ")),
            ("\u{1B}[31mred", .unexpectedEntry(name: "?[31mred")),
            (long, .unexpectedEntry(name: String(long.prefix(64)))),
            ("chunk/export.bin", .nestedFolder(name: "chunk/export.bin")),
            ("../export.bin", .unsafeName("../export.bin")), ("a/../export.bin", .unsafeName("a/../export.bin")),
            ("..\\export.bin", .unsafeName("..\\export.bin")), ("/export.bin", .unsafeName("/export.bin")),
            ("export.bin\0", .unsafeName("export.bin?")), ("", .unsafeName("")),
        ]
        for (name, error) in names {
            expect(error, Self.plain.with { $0.entries[0].name = name }.bytes)
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
            let zip = Self.plain.with { $0.entries[0].flags = flags }
            expect(.unsupportedFlags(Int(flags), name: "export.bin"), zip.bytes)
        }
        for method in [1, 9, 12, 14, 93, 95, 99] as [UInt16] {
            let zip = Self.plain.with { ($0.entries[0].data, $0.entries[0].method) = ([1, 2, 3], method) }
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
            { ($0.descriptor, $0.descriptorChecksum) = (.plain, 1) },
            { ($0.descriptor, $0.descriptorChecksum) = (.withSignature, 1) },
            { ($0.descriptor, $0.localChecksum) = (.withSignature, 1) },
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
            (.wrongSize(name: "export.bin"), zip { ($0.method, $0.statedSize) = (0, content.count + 1) }),
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
    }

    @Test("a file that is neither a zip nor an export.bin")
    func other() {
        for bytes in [[], [0x50], Array("<html>".utf8), [0x1F, 0x8B, 0x08]] as [[UInt8]] {
            expect(.notAnArchive, bytes)
        }
    }

    @Test("stored and streamed entries and entries in the other order are read")
    func accepted() throws {
        let changes: [(inout TestZip) -> Void] = [
            { $0.entries[0].method = 0 }, { $0.entries[0].flags = 0x0806 }, { $0.entries.reverse() },
            { $0.entries[0].descriptor = .withSignature }, { $0.entries[1].descriptor = .withSignature },
            { for index in 0..<2 { $0.entries[index].descriptor = .plain } },
            { $0.entries[0].extra = [0x55, 0x54, 0x05, 0x00, 1, 2, 3, 4, 5] },
        ]
        for change in changes {
            #expect(try ExportArchive(Self.plain.with(change).bytes).unverified().contents.keyCount == 3)
        }
    }

    private func expect(_ error: ArchiveError, _ bytes: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(throws: ExportError.archive(error), sourceLocation: sourceLocation) { try ExportArchive(bytes) }
    }

    private static let plain: TestZip = {
        do {
            let exportBin = try ExportWriter.exportBin(of: Sample.draft(), signatureInfos: [])
            let exportSig = try ExportWriter.exportSig(for: Sample.metadata(), signatures: [])
            return TestZip(exportBin: exportBin, exportSig: exportSig)
        } catch {
            preconditionFailure("the sample cannot be written: \(error)")
        }
    }()
}
