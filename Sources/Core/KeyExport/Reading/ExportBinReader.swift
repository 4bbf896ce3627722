import GAENCore
import SwiftProtobuf

/// Reads export.bin in pieces of bounded size, from a zip entry or from bytes that are there already.
final class ExportBinReader {
    private let source: () throws(ExportError) -> [UInt8]?
    private var pending: [UInt8] = []
    private var isHeaderRead = false
    private var isAtEnd = false
    /// New keys and revised keys together, so far.
    private var keyCount = 0
    /// Sees every byte of the file in order, before it is decoded.
    private let observe: ([UInt8]) -> Void

    init(_ source: ExportBinSource, observe: @escaping ([UInt8]) -> Void = { _ in }) {
        self.source = source.makeBlocks()
        self.observe = observe
    }

    /// Some of the message's fields, or nil once the whole file was read and found right.
    func next() throws(ExportError) -> ExportFields? {
        while !isAtEnd {
            guard let block = try source() else {
                isAtEnd = true
                break
            }
            observe(block)
            pending += block
            guard try readHeader() else {
                continue
            }
            var decoder = ExportFieldDecoder(firstKey: keyCount)
            let arrived = pending
            let length = try decoder.decode(arrived.span)
            guard length > 0 else {
                continue
            }
            pending.removeFirst(length)
            let fields = try decoder.fields()
            keyCount += fields.batch.keys.count + fields.batch.revisedKeys.count
            return fields
        }
        guard isHeaderRead else {
            throw .content(.wrongHeader)
        }
        guard pending.isEmpty else {
            throw .content(.truncatedMessage(file: ExportFile.exportBin.rawValue))
        }
        return nil
    }

    /// Whether the header has arrived and was right.
    private func readHeader() throws(ExportError) -> Bool {
        guard !isHeaderRead, pending.count >= ExportHeader.bytes.count else {
            return isHeaderRead
        }
        guard pending.starts(with: ExportHeader.bytes) else {
            throw .content(.wrongHeader)
        }
        pending.removeFirst(ExportHeader.bytes.count)
        isHeaderRead = true
        return true
    }
}

/// Where the bytes of export.bin come from.
enum ExportBinSource {
    case entry(ZipEntry, archive: [UInt8])
    case bytes([UInt8])

    /// A function that gives one block after the other, then nil.
    func makeBlocks() -> () throws(ExportError) -> [UInt8]? {
        switch self {
        case .entry(let entry, let archive):
            let reader = ZipEntryReader(entry, in: archive)
            return { () throws(ExportError) in try reader.next() }
        case .bytes(let bytes):
            var position = 0
            return {
                let end = min(position + blockSize, bytes.count)
                defer {
                    position = end
                }
                return position < end ? Array(bytes[position..<end]) : nil
            }
        }
    }
}

private let blockSize = 64 << 10
