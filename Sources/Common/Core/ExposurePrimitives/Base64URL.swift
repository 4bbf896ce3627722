/// Base 64 with the alphabet for URLs (RFC 4648 section 5), unpadded as in JOSE (RFC 7515 section 2), and as strict as
/// ``Base64``.
public enum Base64URL {
    public static func encode(_ bytes: some Collection<UInt8>) -> String {
        var text: [UInt8] = []
        for character in Base64.encode(bytes).utf8 {
            switch character {
            case UInt8(ascii: "+"): text.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): text.append(UInt8(ascii: "_"))
            case UInt8(ascii: "="): break
            default: text.append(character)
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text, or returns nil if it breaks a rule.
    public static func decode(_ text: some StringProtocol) -> [UInt8]? {
        decode(utf8: Array(text.utf8)[...])
    }

    /// Decodes the ASCII text in `text`, or returns nil if it breaks a rule.
    public static func decode(utf8 text: ArraySlice<UInt8>) -> [UInt8]? {
        var characters: [UInt8] = []
        characters.reserveCapacity(text.count + 3)
        for character in text {
            switch character {
            case UInt8(ascii: "-"): characters.append(UInt8(ascii: "+"))
            case UInt8(ascii: "_"): characters.append(UInt8(ascii: "/"))
            case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "="): return nil
            default: characters.append(character)
            }
        }
        // One character too many gives three padding characters, which the decoder refuses.
        characters += Array(repeating: UInt8(ascii: "="), count: (4 - characters.count % 4) % 4)
        return Base64.decode(utf8: characters[...])
    }
}
