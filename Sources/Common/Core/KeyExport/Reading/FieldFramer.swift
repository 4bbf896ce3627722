/// Finds the ends of the top-level fields of a protobuf message, so that a long message can be decoded in pieces.
///
/// Each sequence of whole fields is itself a message of the same type (Protocol Buffers Encoding, "Last One Wins").
enum FieldFramer {
    /// The position of a field.
    struct Field {
        /// Field number × 8 + wire type.
        let tag: UInt64
        let range: Range<Int>
        /// The content without the tag, and without the length if the field has one.
        let content: Range<Int>
    }

    /// The field at `start`, or nil if the rest of it has not arrived yet.
    ///
    /// - Throws: if the bytes cannot be the start of a field, or a field is longer than `maximumFieldLength`.
    @inline(__always)
    static func field(in bytes: Span<UInt8>, from start: Int, file: ExportFile) throws(ExportError) -> Field? {
        if let field = shortField(in: bytes, from: start) {
            return field
        }
        return try anyField(in: bytes, from: start, file: file)
    }

    /// The field at `start` if it has a length, and tag and length take one byte each. In practice, all keys are of
    /// this form.
    @inline(__always)
    private static func shortField(in bytes: Span<UInt8>, from start: Int) -> Field? {
        let content = start + 2
        guard content <= bytes.count else {
            return nil
        }
        let (tag, length) = (bytes[start], bytes[start + 1])
        let end = content + Int(length)
        guard tag < 0x80, tag >> 3 > 0, tag & 7 == 2, length < 0x80, end <= bytes.count else {
            return nil
        }
        return Field(tag: UInt64(tag), range: start..<end, content: content..<end)
    }

    private static func anyField(
        in bytes: Span<UInt8>,
        from start: Int,
        file: ExportFile
    ) throws(ExportError) -> Field? {
        var position = start
        guard let tag = try varint(in: bytes, at: &position, file: file) else {
            return nil
        }
        guard let number = Int32(exactly: tag >> 3), (1...maximumFieldNumber).contains(number) else {
            throw .content(.malformedMessage(file: file.rawValue))
        }
        var content = position
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
            content = position
            position += Int(length)
        case 5:
            position += 4
        default:
            // Groups (3 and 4) are not part of the format; 6 and 7 do not exist.
            throw .content(.malformedMessage(file: file.rawValue))
        }
        return position <= bytes.count ? Field(tag: tag, range: start..<position, content: content..<position) : nil
    }

    /// The limit is longer than any field of the format: a key has about 30 bytes.
    static let maximumFieldLength = 4096

    /// Reads seven bits a byte, low bits first; nil if the number continues past the end.
    private static func varint(
        in bytes: Span<UInt8>,
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
