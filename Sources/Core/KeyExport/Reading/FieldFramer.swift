/// Finds where the top-level fields of a protobuf message end, so that a long message can be decoded in pieces: any run
/// of whole fields is a message of the same type by itself (Protocol Buffers Encoding, "Last One Wins").
enum FieldFramer {
    /// The length of the longest run of whole fields at the start of `bytes`.
    ///
    /// - Throws: where the bytes cannot be the start of a message, or a field is longer than `maximumFieldLength`.
    static func wholeFieldsLength(of bytes: [UInt8], file: ExportFile) throws(ExportError) -> Int {
        var end = 0
        while let next = try fieldEnd(in: bytes, from: end, file: file) {
            end = next
        }
        return end
    }

    /// Longer than any field of the format: a key has about 30 bytes.
    static let maximumFieldLength = 4096

    /// Where the field at `start` ends, or nil if the rest of it has not arrived yet.
    private static func fieldEnd(
        in bytes: [UInt8],
        from start: Int,
        file: ExportFile
    ) throws(ExportError) -> Int? {
        var position = start
        guard let tag = try varint(in: bytes, at: &position, file: file) else {
            return nil
        }
        guard let number = Int32(exactly: tag >> 3), (1...maximumFieldNumber).contains(number) else {
            throw .content(.malformedMessage(file: file.rawValue))
        }
        switch tag & 7 {
        case 0:
            guard try varint(in: bytes, at: &position, file: file) != nil else {
                return nil
            }
        case 1:
            position += 8
        case 2:
            guard let length = try varint(in: bytes, at: &position, file: file) else {
                return nil
            }
            guard length <= maximumFieldLength else {
                throw .content(.fieldTooLong(number: Int(number), length: length))
            }
            position += Int(length)
        case 5:
            position += 4
        default:
            // Groups (3 and 4) are not part of the format; 6 and 7 do not exist.
            throw .content(.malformedMessage(file: file.rawValue))
        }
        return position <= bytes.count ? position : nil
    }

    /// Reads seven bits a byte, low bits first; nil where the number goes on past the end.
    private static func varint(
        in bytes: [UInt8],
        at position: inout Int,
        file: ExportFile
    ) throws(ExportError) -> UInt64? {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while position < bytes.count {
            let byte = bytes[position]
            position += 1
            // Nine bytes carry 63 bits, so the tenth may only carry one.
            guard shift < 63 || byte <= 1 else {
                throw .content(.malformedMessage(file: file.rawValue))
            }
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 {
                return value
            }
            shift += 7
        }
        return nil
    }

    private static let maximumFieldNumber: Int32 = (1 << 29) - 1
}
