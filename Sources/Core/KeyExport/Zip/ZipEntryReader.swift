/// Reads the content of one entry in blocks and, at its end, checks size and checksum.
final class ZipEntryReader {
    private let bytes: [UInt8]
    private let entry: ZipEntry
    private let inflater: Inflater?
    private var position: Int
    private var produced = 0
    private var checksum = Checksum()

    init(_ entry: ZipEntry, in bytes: [UInt8]) {
        self.bytes = bytes
        self.entry = entry
        inflater = entry.method == .deflated ? Inflater() : nil
        position = entry.dataStart
    }

    /// The next block, or nil once the whole entry was delivered and found right.
    func next() throws(ExportError) -> [UInt8]? {
        let block = try inflater.map(inflated) ?? stored()
        produced += block.count
        guard produced <= entry.size else {
            throw .archive(.wrongSize(name: entry.name))
        }
        checksum.update(with: block)
        if !block.isEmpty {
            return block
        }
        guard produced == entry.size, position == entry.dataRange.upperBound, inflater?.isFinished != false else {
            throw .archive(.wrongSize(name: entry.name))
        }
        guard checksum.value == entry.checksum else {
            throw .archive(.checksumMismatch(name: entry.name))
        }
        return nil
    }

    private func stored() -> [UInt8] {
        let end = min(position + Self.blockSize, entry.dataRange.upperBound)
        defer {
            position = end
        }
        return Array(bytes[position..<end])
    }

    private func inflated(by inflater: Inflater) throws(ExportError) -> [UInt8] {
        while !inflater.isFinished {
            let input = bytes[position..<entry.dataRange.upperBound]
            guard let (output, consumed) = inflater.next(from: input, capacity: Self.blockSize) else {
                throw .archive(.corruptData(name: entry.name))
            }
            position += consumed
            if !output.isEmpty {
                return output
            }
            guard consumed > 0 || inflater.isFinished else {
                throw .archive(.corruptData(name: entry.name))
            }
        }
        return []
    }

    private static let blockSize = 64 << 10
}
