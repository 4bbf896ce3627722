import ExposurePrimitives
import GAENCore

/// The message TemporaryExposureKey as every known server writes it. A file may hold a million of them, so they are
/// decoded in place.
enum KeyRecord {
    /// The key of an ordinary record; nil for any other record, which the protobuf library decodes.
    ///
    /// An ordinary record holds only known fields, in the order of their numbers, each in its range and in the shortest
    /// form or nearly so.
    @inline(__always)
    static func ordinaryKey(in bytes: Span<UInt8>) -> DiagnosisKey? {
        dayKey(in: bytes) ?? steppedKey(in: bytes)
    }

    /// The key of a record of exactly ``dayLength`` bytes; nil for any other record. Servers of the first generation
    /// write nearly nothing else: the key's data, its level, a start of four bytes, and the period of a whole day.
    ///
    /// All tags and lengths are compared at once, which takes a third of the time of going from field to field.
    @inline(__always)
    private static func dayKey(in bytes: Span<UInt8>) -> DiagnosisKey? {
        guard bytes.count == dayLength else {
            return nil
        }
        // SAFETY: any bytes are a number. The span checks that they exist.
        let (head, fields, period) = unsafe (
            UInt16(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt16.self)),
            UInt64(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 18, as: UInt64.self)),
            UInt16(littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: 26, as: UInt16.self))
        )
        let risk = Int(fields >> 8 & 0xFF)
        guard head == 0x10_0A, fields & dayMask == dayForm, period == 0x01_90, risk <= 8 else {
            return nil
        }
        // Seven bits of each byte.
        let start = fields >> 24 & 0x7F | fields >> 25 & 0x3F80 | fields >> 26 & 0x1F_C000 | fields >> 27 & 0xFE0_0000
        let key = try? TemporaryExposureKey(
            keyData: TemporaryExposureKey.KeyData(words(bytes, at: 2)),
            rollingStart: IntervalNumber(UInt32(truncatingIfNeeded: start)),
            rollingPeriod: 144
        )
        return key.map { DiagnosisKey(key: $0, transmissionRiskLevel: risk) }
    }

    /// The key of an ordinary record of any length, read field by field.
    private static func steppedKey(in bytes: Span<UInt8>) -> DiagnosisKey? {
        var position = 0
        guard let keyData = keyData(bytes, at: &position),
            let risk = number(Tag.transmissionRiskLevel, bytes, at: &position, absent: 0),
            let start = number(Tag.rollingStart, bytes, at: &position, absent: none),
            let period = number(Tag.rollingPeriod, bytes, at: &position, absent: 144),
            let type = number(Tag.reportType, bytes, at: &position, absent: none),
            let days = number(Tag.daysSinceOnset, bytes, at: &position, absent: none),
            let variant = number(Tag.variantOfConcern, bytes, at: &position, absent: none),
            position == bytes.count
        else {
            return nil
        }
        // An absent value becomes nil, and so does a value that is out of range.
        let reportType = DiagnosisKey.ReportType(rawValue: Int(type))
        let daysSinceOnset = daysSinceOnset(days)
        let variantOfConcern = DiagnosisKey.VariantOfConcern(rawValue: Int(variant))
        guard risk <= 8, start != none,
            reportType != nil || type == none,
            daysSinceOnset != nil || days == none,
            variantOfConcern != nil || variant == none,
            let key = try? TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(keyData),
                rollingStart: IntervalNumber(start),
                rollingPeriod: Int(period)
            )
        else {
            return nil
        }
        return DiagnosisKey(
            key: key,
            transmissionRiskLevel: Int(risk),
            reportType: reportType,
            daysSinceOnsetOfSymptoms: daysSinceOnset,
            variantOfConcern: variantOfConcern
        )
    }

    /// Field number × 8 + wire type.
    private enum Tag {
        static let keyData: UInt8 = 0x0A
        static let transmissionRiskLevel: UInt8 = 0x10
        static let rollingStart: UInt8 = 0x18
        static let rollingPeriod: UInt8 = 0x20
        static let reportType: UInt8 = 0x28
        static let daysSinceOnset: UInt8 = 0x30
        static let variantOfConcern: UInt8 = 0x40
    }

    /// A tag and a length, the data, a tag and a level, a tag and four bytes, a tag and two bytes.
    private static let dayLength = 28
    /// The tags of level, start and period in eight bytes, the lowest one first, with the level between them, and the
    /// start of four bytes: only the last one of those has no highest bit.
    private static let dayForm: UInt64 = 0x20_00_80_80_80_18_00_10
    private static let dayMask: UInt64 = 0xFF_80_80_80_80_FF_00_FF

    /// A number above all numbers that are read.
    private static let none = UInt32.max

    private static func keyData(_ bytes: Span<UInt8>, at position: inout Int) -> Bytes16? {
        let start = 2
        guard bytes.count >= start + Bytes16.count, bytes[0] == Tag.keyData, bytes[1] == UInt8(Bytes16.count) else {
            return nil
        }
        position = start + Bytes16.count
        return words(bytes, at: start)
    }

    @inline(__always)
    private static func words(_ bytes: Span<UInt8>, at start: Int) -> Bytes16 {
        // SAFETY: any eight bytes are a number. The span checks that they exist.
        let high = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start, as: UInt64.self)
        let low = unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: start + 8, as: UInt64.self)
        return Bytes16(words: (UInt64(bigEndian: high), UInt64(bigEndian: low)))
    }

    /// The number of the field `tag` if that field comes next, otherwise `absent`; nil if it has more than 31 bits.
    private static func number(_ tag: UInt8, _ bytes: Span<UInt8>, at position: inout Int, absent: UInt32) -> UInt32? {
        guard position < bytes.count, bytes[position] == tag else {
            return absent
        }
        position += 1
        return varint(bytes, at: &position)
    }

    /// The next number, seven bits a byte, low bits first; nil beyond 31 bits or past the end.
    private static func varint(_ bytes: Span<UInt8>, at position: inout Int) -> UInt32? {
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

    /// Decodes zigzag, in which the lowest bit is the sign; nil beyond two weeks.
    private static func daysSinceOnset(_ value: UInt32) -> Int? {
        let days = Int(value >> 1) ^ -Int(value & 1)
        return (-14...14).contains(days) ? days : nil
    }
}
