/// The escapes of JSON strings (RFC 8259 section 7).
enum JSONEscapes {
    /// The text of `content`, which must have at least one escape.
    static func resolve(_ content: ArraySlice<UInt8>) throws(JSONError) -> String {
        var utf8: [UInt8] = []
        var rest = content
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                utf8.append(byte)
                continue
            }
            guard let escape = rest.popFirst() else {
                throw .invalidText
            }
            if escape == UInt8(ascii: "u") {
                utf8.append(contentsOf: String(try unicodeScalar(from: &rest)).utf8)
            } else {
                guard let plain = simple[escape] else {
                    throw .invalidText
                }
                utf8.append(plain)
            }
        }
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw .invalidText
        }
        return text
    }

    /// `text` between quotation marks, with only the necessary escapes.
    static func quoted(_ text: String) -> [UInt8] {
        var bytes: [UInt8] = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += Array(("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8)
            default:
                bytes.append(byte)
            }
        }
        return bytes + [UInt8(ascii: "\"")]
    }

    private static let simple: [UInt8: UInt8] = [
        UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
        UInt8(ascii: "/"): UInt8(ascii: "/"), UInt8(ascii: "b"): 0x08, UInt8(ascii: "f"): 0x0C,
        UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09,
    ]

    private static func unicodeScalar(from rest: inout ArraySlice<UInt8>) throws(JSONError) -> Unicode.Scalar {
        let first = try codeUnit(from: &rest)
        if let scalar = Unicode.Scalar(first) {
            return scalar
        }
        // A high surrogate must be followed by an escaped low one.
        guard UTF16.isLeadSurrogate(first), rest.popFirst() == UInt8(ascii: "\\"),
            rest.popFirst() == UInt8(ascii: "u")
        else {
            throw .invalidText
        }
        let second = try codeUnit(from: &rest)
        guard UTF16.isTrailSurrogate(second),
            let scalar = Unicode.Scalar(0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
        else {
            throw .invalidText
        }
        return scalar
    }

    private static func codeUnit(from rest: inout ArraySlice<UInt8>) throws(JSONError) -> UInt16 {
        let digits = rest.prefix(4)
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let value = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else {
            throw .invalidText
        }
        rest = rest.dropFirst(4)
        return value
    }
}
