/// Reads the content of one entry, in blocks or as a whole. At the end it checks size and checksum.
final class ZipEntryReader {
    private let entry: ZipEntry
    private var content: Content
    private var produced = 0
    private var checksum = Checksum()

    /// - Parameter maxWholeSize: an entry that states more bytes is expanded block by block. Tests choose another
    ///   value.
    init(_ entry: ZipEntry, in bytes: [UInt8], maxWholeSize: Int = ZipEntryReader.maxWholeSize) {
        self.entry = entry
        let data = bytes[entry.dataRange]
        switch entry.method {
        case .stored: content = .plain(data)
        case .deflated: content = Content(expanding: data, of: entry, maxWholeSize: maxWholeSize)
        }
    }

    /// The size of the content in bytes, as the archive states it. `next()` never returns more.
    var statedSize: Int { entry.size }

    /// The next block, or nil once the whole entry was returned and is valid.
    func next() throws(ExportError) -> [UInt8]? {
        let block = try nextBlock()
        produced += block.count
        guard produced <= entry.size else {
            throw .archive(.wrongSize(name: entry.name))
        }
        checksum.update(with: block)
        if !block.isEmpty {
            return block
        }
        guard produced == entry.size, content.isAtEnd else {
            throw .archive(.wrongSize(name: entry.name))
        }
        guard checksum.value == entry.checksum else {
            throw .archive(.checksumMismatch(name: entry.name))
        }
        return nil
    }

    private func nextBlock() throws(ExportError) -> [UInt8] {
        switch content {
        case .whole(let expand):
            content = .plain([])
            return try expand()
        case .plain(let rest):
            content = .plain(rest.dropFirst(Self.blockSize))
            return Array(rest.prefix(Self.blockSize))
        case .stream(let rest, let inflater):
            return try nextBlock(of: rest, by: inflater)
        }
    }

    private func nextBlock(of data: ArraySlice<UInt8>, by inflater: Inflater) throws(ExportError) -> [UInt8] {
        var rest = data
        while !inflater.isFinished {
            guard let (output, consumed) = inflater.next(from: rest, capacity: Self.blockSize) else {
                throw .archive(.corruptData(name: entry.name))
            }
            rest = rest.dropFirst(consumed)
            content = .stream(rest, inflater)
            if !output.isEmpty {
                return output
            }
            guard consumed > 0 || inflater.isFinished else {
                throw .archive(.corruptData(name: entry.name))
            }
        }
        return []
    }

    /// The maximum number of bytes that are expanded at once, into memory of exactly the stated size (decision 0136).
    static let maxWholeSize = 16 << 20

    private static let blockSize = 64 << 10
}

/// The unread part of an entry.
private enum Content {
    case plain(ArraySlice<UInt8>)
    case stream(ArraySlice<UInt8>, Inflater)
    /// Expands the whole content when it is called.
    case whole(() throws(ExportError) -> [UInt8])

    /// Only libdeflate expands the whole content at once: it is faster that way, and has no other mode. Apple systems
    /// do not have it.
    init(expanding data: ArraySlice<UInt8>, of entry: ZipEntry, maxWholeSize: Int) {
        #if canImport(CDeflate)
            if entry.size <= maxWholeSize {
                self = .whole { () throws(ExportError) in try Libdeflate.expand(data, of: entry) }
                return
            }
        #endif
        self = .stream(data, Inflater())
    }

    var isAtEnd: Bool {
        switch self {
        case .plain(let rest): rest.isEmpty
        case .stream(let rest, let inflater): rest.isEmpty && inflater.isFinished
        case .whole: false
        }
    }
}
