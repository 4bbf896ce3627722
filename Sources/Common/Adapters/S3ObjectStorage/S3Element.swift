/// An element of an S3 answer, with its children or its text.
///
/// The reader takes the part of XML 1.0 that S3 uses: a declaration, elements, ignored attributes, text and references.
/// A document type, a comment, a CDATA section or a processing instruction is an error, so nothing can refer to
/// something outside or grow.
struct S3Element: Hashable, Sendable {
    /// Without a namespace prefix.
    let name: String
    fileprivate(set) var children: [S3Element] = []
    fileprivate(set) var text = ""

    /// The limits of a document. A page of a listing has at most a thousand objects with about ten elements each.
    static let maxDepth = 8
    static let maxElements = 40_000

    init(parsing bytes: [UInt8]) throws(S3ElementError) {
        var reader = S3ElementReader(bytes: bytes)
        self = try reader.document()
    }

    fileprivate init(name: String) {
        self.name = name
    }

    /// The text of the first child with this name.
    func text(of name: String) -> String? {
        children.first { $0.name == name }?.text
    }

    func children(_ name: String) -> [S3Element] {
        children.filter { $0.name == name }
    }

    /// The text with the characters that have a meaning in XML as references.
    static func escape(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}

/// The reason why bytes are not a document that ``S3Element`` reads.
enum S3ElementError: Error, Hashable {
    case malformed
    case tooDeep
    case tooManyElements
}

/// Reads from the beginning to the end, without going back.
private struct S3ElementReader {
    private var rest: ArraySlice<UInt8>
    private var elements = 0

    init(bytes: [UInt8]) {
        rest = bytes[...]
    }

    mutating func document() throws(S3ElementError) -> S3Element {
        _ = take("\u{FEFF}")
        if take("<?xml") {
            while !take("?>") {
                guard rest.popFirst() != nil else {
                    throw .malformed
                }
            }
        }
        skipSpace()
        let root = try element(depth: 1)
        skipSpace()
        guard rest.isEmpty else {
            throw .malformed
        }
        return root
    }

    private mutating func element(depth: Int) throws(S3ElementError) -> S3Element {
        guard depth <= S3Element.maxDepth else {
            throw .tooDeep
        }
        elements += 1
        guard elements <= S3Element.maxElements else {
            throw .tooManyElements
        }
        guard take("<") else {
            throw .malformed
        }
        let tag = try name()
        var element = S3Element(name: Self.localName(tag))
        guard try attributes() else {
            return element
        }
        var text: [UInt8] = []
        while true {
            if take("</") {
                guard try name() == tag else {
                    throw .malformed
                }
                skipSpace()
                guard take(">") else {
                    throw .malformed
                }
                break
            }
            if rest.first == UInt8(ascii: "<") {
                element.children.append(try self.element(depth: depth + 1))
            } else {
                try character(into: &text)
            }
        }
        // Between children there is white space only.
        guard let content = String(validating: text, as: UTF8.self),
            element.children.isEmpty || text.allSatisfy(Self.isSpace)
        else {
            throw .malformed
        }
        element.text = element.children.isEmpty ? content : ""
        return element
    }

    /// - Returns: whether the element has content.
    private mutating func attributes() throws(S3ElementError) -> Bool {
        while true {
            skipSpace()
            if take("/>") {
                return false
            }
            if take(">") {
                return true
            }
            _ = try name()
            skipSpace()
            guard take("=") else {
                throw .malformed
            }
            skipSpace()
            guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
                let end = rest.firstIndex(of: quote), !rest[..<end].contains(UInt8(ascii: "<"))
            else {
                throw .malformed
            }
            rest = rest[(end + 1)...]
        }
    }

    private mutating func name() throws(S3ElementError) -> String {
        let bytes = rest.prefix(while: Self.isOfName)
        guard let first = bytes.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), bytes.count <= 64
        else {
            throw .malformed
        }
        rest = rest.dropFirst(bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }

    private mutating func character(into text: inout [UInt8]) throws(S3ElementError) {
        guard let byte = rest.popFirst() else {
            throw .malformed
        }
        guard byte == UInt8(ascii: "&") else {
            text.append(byte)
            return
        }
        let reference = rest.prefix(12).prefix { $0 != UInt8(ascii: ";") }
        guard let scalar = Self.scalar(of: String(decoding: reference, as: UTF8.self)) else {
            throw .malformed
        }
        rest = rest.dropFirst(reference.count)
        guard take(";") else {
            throw .malformed
        }
        text += Array(String(scalar).utf8)
    }

    private static func scalar(of reference: String) -> Unicode.Scalar? {
        if let scalar = namedScalars[reference] {
            return scalar
        }
        guard reference.hasPrefix("#") else {
            return nil
        }
        let digits = reference.dropFirst()
        let isHexadecimal = digits.hasPrefix("x")
        let number = UInt32(isHexadecimal ? digits.dropFirst() : digits, radix: isHexadecimal ? 16 : 10)
        return number.flatMap { $0 == 0 ? nil : Unicode.Scalar($0) }
    }

    private static let namedScalars: [String: Unicode.Scalar] = [
        "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
    ]

    private static func localName(_ tag: String) -> String {
        String(tag.split(separator: ":", omittingEmptySubsequences: false).last ?? "")
    }

    private mutating func take(_ text: String) -> Bool {
        guard rest.starts(with: text.utf8) else {
            return false
        }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    private mutating func skipSpace() {
        rest = rest.drop(while: Self.isSpace)
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        [0x20, 0x09, 0x0a, 0x0d].contains(byte)
    }

    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._:".utf8.contains(byte)
        }
    }
}
