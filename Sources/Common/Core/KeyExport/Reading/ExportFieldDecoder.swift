import GAENCore
import SwiftProtobuf

/// Some fields of an export: its keys, and one message with all other fields.
struct ExportFields {
    var message = WireTemporaryExposureKeyExport()
    var batch = KeyBatch()
}

/// Decodes a sequence of an export's fields.
///
/// `KeyRecord` decodes keys of the ordinary form. The protobuf library decodes everything else, including every unusual
/// key.
struct ExportFieldDecoder {
    private var batch = KeyBatch()
    private var otherFields: [UInt8] = []
    private let firstKey: Int

    /// - Parameter firstKey: the number of keys before these, for errors.
    init(firstKey: Int) {
        self.firstKey = firstKey
    }

    /// Decodes the longest sequence of whole fields at the start of `bytes` and returns its length.
    mutating func decode(_ bytes: Span<UInt8>) throws(ExportError) -> Int {
        batch.keys.reserveCapacity(bytes.count / Self.usualKeySize)
        var end = 0
        while let field = try FieldFramer.field(in: bytes, from: end, file: .exportBin) {
            switch field.tag {
            case Tag.key: batch.keys.append(try key(field, in: bytes))
            case Tag.revisedKey: batch.revisedKeys.append(try key(field, in: bytes))
            default: Self.append(bytes.extracting(field.range), to: &otherFields)
            }
            end = field.range.upperBound
        }
        return end
    }

    /// The fields that were decoded.
    func fields() throws(ExportError) -> ExportFields {
        ExportFields(message: try WireMessage.decode(otherFields, file: .exportBin), batch: batch)
    }

    @inline(__always)
    private func key(_ field: FieldFramer.Field, in bytes: Span<UInt8>) throws(ExportError) -> DiagnosisKey {
        if let key = KeyRecord.ordinaryKey(in: bytes.extracting(field.content)) {
            return key
        }
        return try unusualKey(bytes.extracting(field.range))
    }

    private func unusualKey(_ bytes: Span<UInt8>) throws(ExportError) -> DiagnosisKey {
        var field: [UInt8] = []
        Self.append(bytes, to: &field)
        let message: WireTemporaryExposureKeyExport = try WireMessage.decode(field, file: .exportBin)
        guard let wireKey = message.keys.first ?? message.revisedKeys.first else {
            throw .content(.malformedMessage(file: ExportFile.exportBin.rawValue))
        }
        return try DiagnosisKey(wireKey, index: firstKey + batch.keys.count + batch.revisedKeys.count)
    }

    private static func append(_ bytes: Span<UInt8>, to array: inout [UInt8]) {
        for index in bytes.indices {
            array.append(bytes[index])
        }
    }

    /// The size of a key with the fields that every server writes, or a little less.
    private static let usualKeySize = 28

    /// Field numbers of TemporaryExposureKeyExport with wire type 2.
    private enum Tag {
        static let key: UInt64 = 7 << 3 | 2
        static let revisedKey: UInt64 = 8 << 3 | 2
    }
}
