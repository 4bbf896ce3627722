/// A plain zip archive that holds exactly export.bin and export.sig, one after the other, and nothing else.
///
/// Every byte is accounted for. An archive that two readers could understand differently is refused.
struct ZipArchive {
    let exportBin: ZipEntry
    let exportSig: ZipEntry

    init(of bytes: [UInt8], limits: ExportLimits) throws(ExportError) {
        let directory = try ZipDirectory(of: bytes)
        var end = 0
        var found: [String: ZipEntry] = [:]
        for var entry in directory.entries {
            guard entry.headerOffset == end else {
                throw .archive(entry.headerOffset > end ? .strayBytes : .inconsistentHeaders(name: entry.name))
            }
            try Self.checkLocalHeader(of: &entry, in: bytes)
            end = entry.dataRange.upperBound
            end += try Self.descriptorSize(after: entry, in: bytes, before: directory, found.count)
            found[entry.name] = entry
        }
        guard end == directory.start else {
            throw .archive(.strayBytes)
        }
        exportBin = try Self.entry(.exportBin, of: found)
        exportSig = try Self.entry(.exportSig, of: found)
        try Self.check([exportBin, exportSig], against: limits)
    }

    private static func entry(_ file: ExportFile, of found: [String: ZipEntry]) throws(ExportError) -> ZipEntry {
        guard let entry = found[file.rawValue] else {
            throw .archive(.missingEntry(name: file.rawValue))
        }
        return entry
    }

    private static func check(_ entries: [ZipEntry], against limits: ExportLimits) throws(ExportError) {
        let size = entries.reduce(0) { $0 + $1.size }
        guard size <= limits.maximumExpandedSize else {
            throw .archive(.tooLarge(size: size, limit: limits.maximumExpandedSize))
        }
        for entry in entries {
            let (most, overflow) = entry.compressedSize.multipliedReportingOverflow(by: limits.maximumExpansionRatio)
            guard overflow || entry.size <= most else {
                throw .archive(.expansionTooHigh(name: entry.name, limit: limits.maximumExpansionRatio))
            }
        }
    }

    /// Checks that the local header repeats the directory. The checksum and sizes of streamed entries may be zero.
    private static func checkLocalHeader(of entry: inout ZipEntry, in bytes: [UInt8]) throws(ExportError) {
        let offset = entry.headerOffset
        guard bytes.littleEndian32(at: offset) == ZipFormat.localHeader,
            let flags = bytes.littleEndian16(at: offset + 6), let method = bytes.littleEndian16(at: offset + 8),
            let checksum = bytes.littleEndian32(at: offset + 14),
            let compressedSize = bytes.littleEndian32(at: offset + 18),
            let size = bytes.littleEndian32(at: offset + 22), let nameLength = bytes.littleEndian16(at: offset + 26),
            let extraLength = bytes.littleEndian16(at: offset + 28)
        else {
            throw .archive(.inconsistentHeaders(name: entry.name))
        }
        let stated = (checksum, compressedSize, size)
        let isStreamed = flags & ZipFormat.Flag.sizesFollowData != 0
        let nameStart = offset + ZipFormat.localHeaderSize
        let nameEnd = nameStart + Int(nameLength)
        guard flags == entry.flags, method == entry.method.rawValue, nameEnd <= bytes.count,
            bytes[nameStart..<nameEnd].elementsEqual(entry.name.utf8),
            isStreamed && stated == (0, 0, 0) || stated == entry.statedSizes
        else {
            throw .archive(.inconsistentHeaders(name: entry.name))
        }
        entry.dataStart = nameEnd + Int(extraLength)
        guard entry.dataRange.upperBound <= bytes.count else {
            throw .archive(.truncated)
        }
    }

    /// The size of the data descriptor after a streamed entry. It has a signature or not; the position of the next
    /// header shows which.
    private static func descriptorSize(
        after entry: ZipEntry,
        in bytes: [UInt8],
        before directory: ZipDirectory,
        _ index: Int
    ) throws(ExportError) -> Int {
        guard entry.flags & ZipFormat.Flag.sizesFollowData != 0 else {
            return 0
        }
        let isLast = index == directory.entries.count - 1
        let next = isLast ? directory.start : directory.entries[index + 1].headerOffset
        let end = entry.dataRange.upperBound
        let size = next - end
        let offset = next - 12
        guard ZipFormat.dataDescriptorSizes.contains(size),
            size == 12 || bytes.littleEndian32(at: end) == ZipFormat.dataDescriptor,
            let checksum = bytes.littleEndian32(at: offset), let compressed = bytes.littleEndian32(at: offset + 4),
            let expanded = bytes.littleEndian32(at: offset + 8),
            (checksum, compressed, expanded) == entry.statedSizes
        else {
            throw .archive(.inconsistentHeaders(name: entry.name))
        }
        return size
    }
}

extension ZipEntry {
    fileprivate var statedSizes: (UInt32, UInt32, UInt32) {
        (checksum, UInt32(clamping: compressedSize), UInt32(clamping: size))
    }
}
