import ExposurePrimitives

/// Reads the structured fields (RFC 8941) of signatures from left to right, in the only form in which they are written.
///
/// The RFC lets senders add spaces and parameters. Our signers add none, so the strict reader loses nothing and avoids
/// ambiguity.
struct FieldScanner {
    private let field: SignedField
    private var rest: ArraySlice<UInt8>

    init(_ text: String, of field: SignedField) {
        self.field = field
        rest = Array(text.utf8)[...]
    }

    /// Consumes `literal` if it comes next.
    mutating func take(_ literal: String) -> Bool {
        guard rest.starts(with: literal.utf8) else {
            return false
        }
        rest = rest.dropFirst(literal.utf8.count)
        return true
    }

    mutating func expect(_ literal: String) throws(MessageSignatureError) {
        guard take(literal) else {
            throw .malformed(field)
        }
    }

    func expectEnd() throws(MessageSignatureError) {
        guard rest.isEmpty else {
            throw .malformed(field)
        }
    }

    /// A key (RFC 8941 section 3.1.2) of lower-case letters, digits, `_` and `-` that begins with a letter.
    mutating func key() throws(MessageSignatureError) -> String {
        let key = take { Self.isLowercase($0) || Self.isDigit($0) || "_-".utf8.contains($0) }
        guard let first = key.utf8.first, Self.isLowercase(first) else {
            throw .malformed(field)
        }
        return key
    }

    /// A string (RFC 8941 section 3.3.3) without characters that need an escape.
    mutating func string() throws(MessageSignatureError) -> String {
        try expect("\"")
        let text = take { (0x20...0x7e).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }
        try expect("\"")
        return text
    }

    /// An integer (RFC 8941 section 3.3.1) of at most fifteen digits, without sign or leading zero.
    mutating func integer() throws(MessageSignatureError) -> Int64 {
        let digits = take(while: Self.isDigit)
        guard digits.utf8.count <= 15, let value = Int64(digits), String(value) == digits else {
            throw .malformed(field)
        }
        return value
    }

    /// A byte sequence (RFC 8941 section 3.3.5).
    mutating func bytes() throws(MessageSignatureError) -> [UInt8] {
        try expect(":")
        let text = take { $0 != UInt8(ascii: ":") }
        try expect(":")
        guard let bytes = Base64.decode(text) else {
            throw .malformed(field)
        }
        return bytes
    }

    private mutating func take(while isWanted: (UInt8) -> Bool) -> String {
        let prefix = rest.prefix(while: isWanted)
        rest = rest.dropFirst(prefix.count)
        return String(decoding: prefix, as: UTF8.self)
    }

    private static func isLowercase(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
