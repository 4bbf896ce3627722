import GAENCore
import SwiftProtobuf

/// Reads export.bin in pieces of bounded size, from a zip entry or from bytes in memory.
final class ExportBinReader {
    /// Returns one block after the other, then nil.
    private let blocks: () throws(ExportError) -> [UInt8]?
    private var arrived: [UInt8] = []
    /// The position in `arrived` at which the next field begins.
    private var position = 0
    private var isHeaderRead = false
    /// The number of new and revised keys so far.
    private var keyCount = 0
    /// Receives every byte of the file in order, before it is decoded.
    private let observe: ([UInt8]) -> Void

    convenience init(_ source: ExportBinSource, observe: @escaping ([UInt8]) -> Void = { _ in }) {
        self.init(blocks: source.makeBlocks(), observe: observe)
    }

    init(blocks: @escaping () throws(ExportError) -> [UInt8]?, observe: @escaping ([UInt8]) -> Void = { _ in }) {
        self.blocks = blocks
        self.observe = observe
    }

    /// Some of the message's fields; nil once the whole file was read and is valid.
    func next() throws(ExportError) -> ExportFields? {
        repeat {
            if try readHeader(), let fields = try decode() {
                return fields
            }
        } while try readMore()
        guard isHeaderRead else {
            throw .content(.wrongHeader)
        }
        guard position == arrived.count else {
            throw .content(.truncatedMessage(file: ExportFile.exportBin.rawValue))
        }
        return nil
    }

    /// The fields that begin within the next piece; nil if not even one has arrived completely.
    private func decode() throws(ExportError) -> ExportFields? {
        var decoder = ExportFieldDecoder(firstKey: keyCount)
        let arrived = arrived
        let piece = position..<min(position + Self.pieceSize, arrived.count)
        let length = try decoder.decode(arrived.span.extracting(piece))
        guard length > 0 else {
            return nil
        }
        position += length
        let fields = try decoder.fields()
        keyCount += fields.batch.keys.count + fields.batch.revisedKeys.count
        return fields
    }

    /// Reads the next block, and returns whether there was one.
    private func readMore() throws(ExportError) -> Bool {
        guard let block = try blocks() else {
            return false
        }
        observe(block)
        arrived = position == arrived.count ? block : arrived[position...] + block
        position = 0
        return true
    }

    /// Returns whether the header has arrived and is valid.
    private func readHeader() throws(ExportError) -> Bool {
        guard !isHeaderRead, arrived.count >= ExportHeader.bytes.count else {
            return isHeaderRead
        }
        guard arrived.starts(with: ExportHeader.bytes) else {
            throw .content(.wrongHeader)
        }
        position = ExportHeader.bytes.count
        isHeaderRead = true
        return true
    }

    /// A block of 64 KiB, and the longest part of a field that may remain from the block before.
    private static let pieceSize = 72 << 10
}

/// The source of the bytes of export.bin.
enum ExportBinSource {
    case entry(ZipEntry, archive: [UInt8])
    case bytes([UInt8])

    /// A function that returns one block after the other, then nil. Bytes that are in memory as a whole come as one
    /// block.
    func makeBlocks() -> () throws(ExportError) -> [UInt8]? {
        switch self {
        case .entry(let entry, let archive):
            let reader = ZipEntryReader(entry, in: archive)
            return { () throws(ExportError) in try reader.next() }
        case .bytes(let bytes):
            var rest: [UInt8]? = bytes
            return {
                defer {
                    rest = nil
                }
                return rest
            }
        }
    }
}
