/// The central directory of a plain archive. It is read first, because only it holds the sizes of streamed entries.
struct ZipDirectory {
    let entries: [ZipEntry]
    /// The start of the directory, which must be the end of the last entry.
    let start: Int

    init(of bytes: [UInt8]) throws(ExportError) {
        let end = try EndOfDirectory(of: bytes)
        start = end.directoryStart
        var entries: [ZipEntry] = []
        var names: Set<String> = []
        var offset = start
        for _ in 0..<end.entryCount {
            let entry = try Self.entry(in: bytes, at: &offset)
            guard names.insert(entry.name).inserted else {
                throw .archive(.duplicateEntry(name: entry.name))
            }
            entries.append(entry)
        }
        guard offset == end.offset else {
            throw .archive(.strayBytes)
        }
        self.entries = entries
    }

    private static func entry(in bytes: [UInt8], at offset: inout Int) throws(ExportError) -> ZipEntry {
        guard bytes.littleEndian32(at: offset) == ZipFormat.centralHeader,
            let flags = bytes.littleEndian16(at: offset + 8), let method = bytes.littleEndian16(at: offset + 10),
            let checksum = bytes.littleEndian32(at: offset + 16),
            let compressedSize = bytes.littleEndian32(at: offset + 20),
            let size = bytes.littleEndian32(at: offset + 24), let nameLength = bytes.littleEndian16(at: offset + 28),
            let extraLength = bytes.littleEndian16(at: offset + 30),
            let commentLength = bytes.littleEndian16(at: offset + 32), let disk = bytes.littleEndian16(at: offset + 34),
            let headerOffset = bytes.littleEndian32(at: offset + 42)
        else {
            throw .archive(.truncated)
        }
        let nameStart = offset + ZipFormat.centralHeaderSize
        let nameEnd = nameStart + Int(nameLength)
        guard nameEnd + Int(extraLength) + Int(commentLength) <= bytes.count else {
            throw .archive(.truncated)
        }
        let name = try checkedName(bytes[nameStart..<nameEnd])
        guard commentLength == 0 else {
            throw .archive(.strayBytes)
        }
        guard disk == 0 else {
            throw .archive(.multipleDisks)
        }
        guard ![compressedSize, size, headerOffset].contains(.max) else {
            throw .archive(.zip64)
        }
        offset = nameEnd + Int(extraLength)
        return ZipEntry(
            name: name,
            flags: try checkedFlags(flags, name: name),
            method: try checkedMethod(method, name: name),
            checksum: checksum,
            compressedSize: Int(compressedSize),
            size: Int(size),
            headerOffset: Int(headerOffset)
        )
    }

    /// Accepts only the two names of the format; the error states the fault of another name.
    private static func checkedName(_ bytes: ArraySlice<UInt8>) throws(ExportError) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if ExportFile.allCases.contains(where: { Array($0.rawValue.utf8)[...] == bytes }) {
            return text
        }
        let name = PrintableName.make(text)
        let components = text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "/" || $0 == "\\" })
        if bytes.contains(0) || components.contains("..") || components.first?.isEmpty != false {
            throw .archive(.unsafeName(name))
        }
        let file = components.last.flatMap { ExportFile(rawValue: String($0)) }
        if file != nil, components.first != "__MACOSX" {
            throw .archive(.nestedFolder(name: name))
        }
        throw .archive(.unexpectedEntry(name: name))
    }

    private static func checkedFlags(_ flags: UInt16, name: String) throws(ExportError) -> UInt16 {
        guard flags & ZipFormat.Flag.encrypted == 0 else {
            throw .archive(.encrypted(name: name))
        }
        guard flags & ~ZipFormat.Flag.accepted == 0 else {
            throw .archive(.unsupportedFlags(Int(flags), name: name))
        }
        return flags
    }

    private static func checkedMethod(_ method: UInt16, name: String) throws(ExportError) -> ZipMethod {
        guard let known = ZipMethod(rawValue: method) else {
            throw .archive(.unsupportedMethod(Int(method), name: name))
        }
        return known
    }
}

/// The record that closes an archive.
private struct EndOfDirectory {
    let offset: Int
    let entryCount: Int
    let directoryStart: Int

    init(of bytes: [UInt8]) throws(ExportError) {
        offset = bytes.count - ZipFormat.endOfDirectorySize
        guard bytes.littleEndian32(at: offset) == ZipFormat.endOfDirectory,
            let disk = bytes.littleEndian16(at: offset + 4), let directoryDisk = bytes.littleEndian16(at: offset + 6),
            let diskEntryCount = bytes.littleEndian16(at: offset + 8),
            let entryCount = bytes.littleEndian16(at: offset + 10),
            let size = bytes.littleEndian32(at: offset + 12), let start = bytes.littleEndian32(at: offset + 16),
            bytes.littleEndian16(at: offset + 20) == 0
        else {
            throw .archive(Self.reasonForNoEnd(of: bytes))
        }
        guard disk == 0, directoryDisk == 0, diskEntryCount == entryCount else {
            throw .archive(.multipleDisks)
        }
        guard start != .max, entryCount != .max else {
            throw .archive(.zip64)
        }
        directoryStart = Int(start)
        guard directoryStart + Int(size) == offset else {
            throw .archive(directoryStart + Int(size) < offset ? .strayBytes : .truncated)
        }
        self.entryCount = Int(entryCount)
    }

    /// Distinguishes an archive with bytes after its end from one without its end.
    private static func reasonForNoEnd(of bytes: [UInt8]) -> ArchiveError {
        let longestComment = Int(UInt16.max)
        let last = bytes.count - ZipFormat.endOfDirectorySize
        let first = max(0, last - longestComment)
        guard first <= last else {
            return .truncated
        }
        let hasEnd = (first...last).contains { bytes.littleEndian32(at: $0) == ZipFormat.endOfDirectory }
        return hasEnd ? .strayBytes : .truncated
    }
}
