import ExposurePrimitives

/// Random UUIDs (RFC 9562, version 4).
enum UUIDText {
    static func random(using generator: inout some RandomNumberGenerator) -> String {
        var bytes = Bytes16.random(using: &generator).bytes
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = Hex.encode(bytes)
        var parts: [Substring] = []
        var rest = digits[...]
        for length in [8, 4, 4, 4, 12] {
            parts.append(rest.prefix(length))
            rest = rest.dropFirst(length)
        }
        return parts.joined(separator: "-")
    }
}
