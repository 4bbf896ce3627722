import ExposurePrimitives
import GAENCore

/// Writes keys as fields of the export's message, byte for byte as a protobuf library would (Protocol Buffers Encoding;
/// the fields are those of proto/export.proto).
///
/// It makes no message for each key, because keys are nearly all of a file.
enum KeyRecords {
    /// The field of the export's message that holds the keys. Its value is the field's number.
    enum Field: UInt8 {
        case keys = 7
        case revisedKeys = 8
    }

    /// Appends `keys` in the order of the file.
    ///
    /// - Parameter firstIndex: the number of keys before these, for errors.
    /// - Throws: if a value does not fit the format.
    static func append(
        _ keys: [DiagnosisKey],
        as field: Field,
        firstIndex: Int,
        to bytes: inout [UInt8]
    ) throws(ExportError) {
        // The keys are moved before they are written: writing them from where they lie waits for memory at each one.
        let sorted = KeyOrder.sorted(keys)
        try bytes.append(addingCapacity: keys.count * longest) { output throws(ExportError) in
            for (place, key) in sorted.enumerated() {
                try append(key, as: field, index: firstIndex + place, to: &output)
            }
        }
    }

    /// The maximum size of one key in bytes: two for the record's own tag and length, and those of every field below.
    private static let longest = 2 + 18 + 2 + 6 + 3 + 2 + 2 + 2

    private static func append(
        _ key: DiagnosisKey,
        as field: Field,
        index: Int,
        to output: inout OutputSpan<UInt8>
    ) throws(ExportError) {
        try key.checkRanges(index: index)
        let start = key.key.rollingStart.rawValue
        guard start <= Int32.max else {
            throw .content(.rollingStartOutOfRange(key: index, value: Int(start)))
        }
        output.append(field.rawValue << 3 | lengthDelimited)
        output.append(length(of: key))
        output.append(1 << 3 | lengthDelimited)
        output.append(16)
        let words = key.key.keyData.exposedWords
        output.append(bigEndian: words.high)
        output.append(bigEndian: words.low)
        output.append(2 << 3)
        output.append(UInt8(key.transmissionRiskLevel))
        output.append(3 << 3)
        output.append(varint: start)
        output.append(4 << 3)
        output.append(varint: UInt32(key.key.rollingPeriod))
        if let reportType = key.reportType {
            output.append(5 << 3)
            output.append(UInt8(reportType.rawValue))
        }
        if let days = key.daysSinceOnsetOfSymptoms {
            output.append(6 << 3)
            output.append(UInt8(days < 0 ? -2 * days - 1 : 2 * days))
        }
        if let variant = key.variantOfConcern {
            output.append(8 << 3)
            output.append(UInt8(variant.rawValue))
        }
    }

    /// The size of the record after its tag and length, in bytes.
    private static func length(of key: DiagnosisKey) -> UInt8 {
        var length = 18 + 2 + 1 + varintLength(key.key.rollingStart.rawValue)
        length += 1 + varintLength(UInt32(key.key.rollingPeriod))
        length += key.reportType == nil ? 0 : 2
        length += key.daysSinceOnsetOfSymptoms == nil ? 0 : 2
        length += key.variantOfConcern == nil ? 0 : 2
        return UInt8(length)
    }

    private static func varintLength(_ value: UInt32) -> Int {
        max(1, (UInt32.bitWidth - value.leadingZeroBitCount + 6) / 7)
    }

    private static let lengthDelimited: UInt8 = 2
}

extension OutputSpan<UInt8> {
    fileprivate mutating func append(bigEndian value: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
        }
    }

    /// Appends seven bits a byte, low bits first.
    fileprivate mutating func append(varint value: UInt32) {
        var rest = value
        while rest > 0x7F {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
