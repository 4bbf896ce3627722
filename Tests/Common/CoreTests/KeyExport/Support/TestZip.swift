import ExposurePrimitives

@testable import KeyExport

/// Builds right and wrong zip archives. Every field that the reader checks can have another value.
struct TestZip {
    var entries: [Entry]
    var prefix: [UInt8] = []
    /// Bytes between the entries and the central directory.
    var beforeDirectory: [UInt8] = []
    var suffix: [UInt8] = []
    var comment: [UInt8] = []
    var diskNumber: UInt16 = 0
    var statedDirectoryStart: Int?

    struct Entry {
        var name: String
        var content: [UInt8]
        var method: UInt16 = 8
        var flags: UInt16 = 0
        var descriptor = Descriptor.none
        /// Replaces the compressed content.
        var data: [UInt8]?
        var extra: [UInt8] = []
        var comment: [UInt8] = []
        var statedSize: Int?
        var statedChecksum: UInt32?
        /// The value of the local header if it differs from the directory.
        var localName: String?
        var localMethod, localFlags: UInt16?
        var localChecksum: UInt32?
        var localSize: Int?
        /// The value of the data descriptor if it differs.
        var descriptorChecksum: UInt32?

        var compressed: [UInt8] {
            data ?? (method == 8 ? Deflater.compress(content) : content)
        }
    }

    enum Descriptor {
        case none, plain, withSignature
    }

    init(exportBin: [UInt8], exportSig: [UInt8]) {
        entries = [Entry(name: "export.bin", content: exportBin), Entry(name: "export.sig", content: exportSig)]
    }

    /// Bytes of which one half is random and the other half repeats one byte.
    static func mixedContent(length: Int) -> [UInt8] {
        var generator = SeededGenerator(seed: UInt64(length) + 1)
        return (0..<length).map { $0 < length / 2 ? UInt8.random(in: 0...255, using: &generator) : 7 }
    }

    mutating func add(_ name: String) {
        entries.append(Entry(name: name, content: [1]))
    }

    func with(_ change: (inout TestZip) -> Void) -> TestZip {
        var copy = self
        change(&copy)
        return copy
    }

    var bytes: [UInt8] {
        var bytes = prefix
        var directory: [UInt8] = []
        for entry in entries {
            directory += header(of: entry, isLocal: false, offset: bytes.count)
            bytes += header(of: entry, isLocal: true, offset: 0) + entry.compressed
            bytes += descriptor(of: entry)
        }
        bytes += beforeDirectory
        let start = statedDirectoryStart ?? bytes.count
        bytes += directory
        bytes.append(littleEndian: ZipFormat.endOfDirectory)
        for number in [diskNumber, diskNumber, UInt16(entries.count), UInt16(entries.count)] {
            bytes.append(littleEndian: number)
        }
        bytes.append(littleEndian: UInt32(directory.count))
        bytes.append(littleEndian: UInt32(start))
        bytes.append(littleEndian: UInt16(comment.count))
        return bytes + comment + suffix
    }

    private func header(of entry: Entry, isLocal: Bool, offset: Int) -> [UInt8] {
        let isStreamed = isLocal && entry.descriptor != .none
        let flags = entry.flags | (entry.descriptor == .none ? 0 : 8)
        let name = isLocal ? entry.localName ?? entry.name : entry.name
        let checksum = isLocal ? entry.localChecksum ?? self.checksum(of: entry) : self.checksum(of: entry)
        let size = entry.statedSize ?? entry.content.count
        var header: [UInt8] = []
        header.append(littleEndian: isLocal ? ZipFormat.localHeader : ZipFormat.centralHeader)
        if !isLocal {
            header.append(littleEndian: UInt16(20))
        }
        header.append(littleEndian: UInt16(20))
        header.append(littleEndian: isLocal ? entry.localFlags ?? flags : flags)
        header.append(littleEndian: isLocal ? entry.localMethod ?? entry.method : entry.method)
        header.append(littleEndian: UInt32(0))
        header.append(littleEndian: isStreamed && entry.localChecksum == nil ? 0 : checksum)
        header.append(littleEndian: isStreamed ? 0 : UInt32(entry.compressed.count))
        header.append(littleEndian: isStreamed ? 0 : UInt32(isLocal ? entry.localSize ?? size : size))
        header.append(littleEndian: UInt16(name.utf8.count))
        header.append(littleEndian: UInt16(entry.extra.count))
        if !isLocal {
            header.append(littleEndian: UInt16(entry.comment.count))
            header += [UInt8](repeating: 0, count: 8)
            header.append(littleEndian: UInt32(offset))
        }
        return header + Array(name.utf8) + entry.extra + (isLocal ? [] : entry.comment)
    }

    private func descriptor(of entry: Entry) -> [UInt8] {
        guard entry.descriptor != .none else {
            return []
        }
        var bytes: [UInt8] = []
        if entry.descriptor == .withSignature {
            bytes.append(littleEndian: ZipFormat.dataDescriptor)
        }
        bytes.append(littleEndian: entry.descriptorChecksum ?? checksum(of: entry))
        bytes.append(littleEndian: UInt32(entry.compressed.count))
        bytes.append(littleEndian: UInt32(entry.statedSize ?? entry.content.count))
        return bytes
    }

    private func checksum(of entry: Entry) -> UInt32 {
        if let stated = entry.statedChecksum {
            return stated
        }
        var checksum = Checksum()
        checksum.update(with: entry.content)
        return checksum.value
    }
}
