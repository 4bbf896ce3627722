/// A reader and writer for the part of protobuf that a capture needs: numbers and byte strings, one level deep.
enum WireFields {
    struct Field {
        let number: UInt64
        let varint: UInt64?
        let bytes: ArraySlice<UInt8>?
    }

    /// The fields in their order, without those of other kinds; nil if `message` is malformed.
    static func parse(_ message: ArraySlice<UInt8>) -> [Field]? {
        var rest = message
        var fields: [Field] = []
        while !rest.isEmpty {
            guard let tag = varint(&rest) else {
                return nil
            }
            switch tag & 7 {
            case 0:
                guard let value = varint(&rest) else {
                    return nil
                }
                fields.append(Field(number: tag >> 3, varint: value, bytes: nil))
            case 2:
                guard let length = varint(&rest), let content = take(length, from: &rest) else {
                    return nil
                }
                fields.append(Field(number: tag >> 3, varint: nil, bytes: content))
            case 1, 5:
                guard take(tag & 7 == 1 ? 8 : 4, from: &rest) != nil else {
                    return nil
                }
            default:
                return nil
            }
        }
        return fields
    }

    static func varint(_ number: UInt8, _ value: UInt64) -> [UInt8] {
        [number << 3] + varint(value)
    }

    static func bytes(_ number: UInt8, _ content: [UInt8]) -> [UInt8] {
        [number << 3 | 2] + varint(UInt64(content.count)) + content
    }

    private static func varint(_ value: UInt64) -> [UInt8] {
        value < 0x80 ? [UInt8(value)] : [UInt8(value & 0x7F) | 0x80] + varint(value >> 7)
    }

    private static func varint(_ rest: inout ArraySlice<UInt8>) -> UInt64? {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 63, by: 7) {
            guard let byte = rest.popFirst() else {
                return nil
            }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 {
                return value
            }
        }
        return nil
    }

    private static func take(_ count: UInt64, from rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard count <= UInt64(rest.count) else {
            return nil
        }
        let content = rest.prefix(Int(count))
        rest = rest.dropFirst(Int(count))
        return content
    }
}
