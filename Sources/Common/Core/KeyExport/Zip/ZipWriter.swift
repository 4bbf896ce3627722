/// Writes a plain archive: deflate, 1980-01-01, no extra fields.
///
/// With one version of libdeflate, equal content gives equal bytes.
enum ZipWriter {
    /// - Throws: `tooLarge` if the archive would need the zip64 format.
    static func archive(_ files: [(name: ExportFile, content: [UInt8])]) throws(ExportError) -> [UInt8] {
        var archive: [UInt8] = []
        var directory: [UInt8] = []
        for (file, content) in files {
            try checkSize(archive.count + content.count)
            let compressed = Deflater.compress(content)
            let common = commonHeader(of: file, content: content, compressedSize: compressed.count)
            directory.append(littleEndian: ZipFormat.centralHeader)
            directory.append(littleEndian: ZipFormat.version)
            directory += common
            // Comment length, disk, internal attributes (two bytes each) and external attributes (four).
            directory += [UInt8](repeating: 0, count: 10)
            directory.append(littleEndian: UInt32(archive.count))
            directory += file.rawValue.utf8
            archive.append(littleEndian: ZipFormat.localHeader)
            archive += common
            archive += file.rawValue.utf8
            archive += compressed
            try checkSize(archive.count)
        }
        return archive + directory
            + endOfDirectory(start: archive.count, size: directory.count, entryCount: UInt16(files.count))
    }

    /// The part that the local header and the directory share: from the version needed to the length of the extra
    /// field.
    private static func commonHeader(of file: ExportFile, content: [UInt8], compressedSize: Int) -> [UInt8] {
        var checksum = Checksum()
        checksum.update(with: content)
        var header: [UInt8] = []
        header.append(littleEndian: ZipFormat.version)
        header.append(littleEndian: ZipFormat.Flag.utf8Names)
        header.append(littleEndian: ZipMethod.deflated.rawValue)
        header.append(littleEndian: UInt16(0))
        header.append(littleEndian: ZipFormat.firstDate)
        header.append(littleEndian: checksum.value)
        header.append(littleEndian: UInt32(compressedSize))
        header.append(littleEndian: UInt32(content.count))
        header.append(littleEndian: UInt16(file.rawValue.utf8.count))
        header.append(littleEndian: UInt16(0))
        return header
    }

    private static func endOfDirectory(start: Int, size: Int, entryCount: UInt16) -> [UInt8] {
        var record: [UInt8] = []
        record.append(littleEndian: ZipFormat.endOfDirectory)
        // Number of this disk and of the directory's disk.
        record.append(littleEndian: UInt32(0))
        record.append(littleEndian: entryCount)
        record.append(littleEndian: entryCount)
        record.append(littleEndian: UInt32(size))
        record.append(littleEndian: UInt32(start))
        record.append(littleEndian: UInt16(0))
        return record
    }

    private static func checkSize(_ size: Int) throws(ExportError) {
        guard size <= largestArchive else {
            throw .archive(.tooLarge(size: size, limit: largestArchive))
        }
    }

    /// The limit is far below the 4 GiB of the format, and far above what any reader accepts.
    private static let largestArchive = 1 << 30
}
