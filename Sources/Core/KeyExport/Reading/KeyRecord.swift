import ExposurePrimitives
import GAENCore

/// The message TemporaryExposureKey as every known server writes it: a million of them are read where they lie.
enum KeyRecord {
    /// The key of a record whose every field is known, given in the shortest form or nearly so, and within its range; nil
    /// for any other. Who gets nil asks the protobuf library, which knows what to make of it.
    static func ordinaryKey(in bytes: Span<UInt8>) -> DiagnosisKey? {
        var fields = Fields()
        var position = 0
        while position < bytes.count {
            let tag = bytes[position]
            position += 1
            guard
                tag == Fields.keyDataTag
                    ? fields.readKeyData(bytes, at: &position) : fields.read(tag, bytes, at: &position)
            else {
                return nil
            }
        }
        return fields.key
    }

    /// The next seven bits a byte, low bits first; nil beyond 31 bits or past the end.
    fileprivate static func varint(_ bytes: Span<UInt8>, at position: inout Int) -> UInt32? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count, shift < 35 {
            let byte = bytes[position]
            position += 1
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 {
                return value <= UInt64(Int32.max) ? UInt32(truncatingIfNeeded: value) : nil
            }
            shift += 7
        }
        return nil
    }
}

private struct Fields {
    private var keyData: Bytes16?
    private var transmissionRiskLevel: UInt32 = 0
    private var rollingStart: UInt32?
    private var rollingPeriod: UInt32 = 144
    private var reportType: DiagnosisKey.ReportType?
    private var daysSinceOnset: Int?
    private var variant: DiagnosisKey.VariantOfConcern?

    /// Field 1, wire type 2.
    static let keyDataTag: UInt8 = 0x0A

    mutating func readKeyData(_ bytes: Span<UInt8>, at position: inout Int) -> Bool {
        guard bytes.count - position > Bytes16.count, Int(bytes[position]) == Bytes16.count else {
            return false
        }
        var words: (high: UInt64, low: UInt64) = (0, 0)
        for index in position + 1..<position + 9 {
            words.high = words.high << 8 | UInt64(bytes[index])
            words.low = words.low << 8 | UInt64(bytes[index + 8])
        }
        keyData = Bytes16(words: words)
        position += 1 + Bytes16.count
        return true
    }

    /// Reads one of the fields of wire type 0; the last of several counts.
    mutating func read(_ tag: UInt8, _ bytes: Span<UInt8>, at position: inout Int) -> Bool {
        guard let value = KeyRecord.varint(bytes, at: &position) else {
            return false
        }
        switch tag {
        case 0x10: transmissionRiskLevel = value
        case 0x18: rollingStart = value
        case 0x20: rollingPeriod = value
        case 0x28:
            reportType = DiagnosisKey.ReportType(rawValue: Int(value))
            return reportType != nil
        case 0x30:
            let days = Int(value >> 1) ^ -Int(value & 1)
            daysSinceOnset = days
            return (-14...14).contains(days)
        case 0x40:
            variant = DiagnosisKey.VariantOfConcern(rawValue: Int(value))
            return variant != nil
        default: return false
        }
        return true
    }

    /// Nil where something is missing or out of its range.
    var key: DiagnosisKey? {
        guard let keyData, let rollingStart, transmissionRiskLevel <= 8,
            let key = try? TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(keyData),
                rollingStart: IntervalNumber(rollingStart),
                rollingPeriod: Int(rollingPeriod)
            )
        else {
            return nil
        }
        return DiagnosisKey(
            key: key,
            transmissionRiskLevel: Int(transmissionRiskLevel),
            reportType: reportType,
            daysSinceOnsetOfSymptoms: daysSinceOnset,
            variantOfConcern: variant
        )
    }
}
