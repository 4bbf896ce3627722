/// Percent-encoding of RFC 3986, read strictly.
package enum PercentCoding {
    /// The text in which all characters are encoded except the unreserved ones (RFC 3986, 2.3).
    package static func encode(_ text: some StringProtocol) -> String {
        text.utf8.map { byte in
            unreserved.contains(byte) ? String(UnicodeScalar(byte)) : "%" + twoHexDigits(byte)
        }.joined()
    }

    private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    /// The decoded text; nil if a percent sign is not followed by two hex digits or the bytes are not UTF-8.
    package static func decode(_ text: Substring) -> String? {
        // Nearly all are plain.
        text.utf8.contains(UInt8(ascii: "%")) ? decode(utf8: text.utf8) : String(text)
    }

    /// The decoded text of the bytes of `text`, under the same rules.
    package static func decode(utf8 text: some Collection<UInt8>) -> String? {
        var bytes: [UInt8] = []
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
                return nil
            }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func twoHexDigits(_ byte: UInt8) -> String {
        (byte < 0x10 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
