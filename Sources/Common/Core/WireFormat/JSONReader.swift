/// A strict pull reader of JSON (RFC 8259). The caller states what it expects next, and anything else is refused.
///
/// It is stricter than a general decoder because the contract is stricter: integers must be written as integers, a name
/// may appear in an object once, and nothing may follow the value. It never traps, whatever the bytes are.
public struct JSONReader {
    private let bytes: [UInt8]
    private var position = 0
    private var depth = 0

    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Reads an object and calls `member` with each name. `member` must read the value. A repeated name is refused.
    public mutating func readObject(_ member: (inout JSONReader, String) throws(JSONError) -> Void) throws(JSONError) {
        try enter()
        var names = JSONNames()
        try readList(from: UInt8(ascii: "{"), to: UInt8(ascii: "}")) { reader throws(JSONError) in
            let name = try reader.readString()
            guard names.insert(name) else {
                throw .repeatedName
            }
            try reader.expect(UInt8(ascii: ":"))
            try member(&reader, name)
        }
        depth -= 1
    }

    /// Reads an array and calls `element` before each element. `element` must read the value.
    public mutating func readArray(_ element: (inout JSONReader) throws(JSONError) -> Void) throws(JSONError) {
        try enter()
        try readList(from: UInt8(ascii: "["), to: UInt8(ascii: "]"), element)
        depth -= 1
    }

    /// Reads an integer inside `range`, without fraction or exponent.
    public mutating func readInteger(in range: ClosedRange<Int>) throws(JSONError) -> Int {
        let text = try readNumberText()
        guard !text.contains(where: { Self.fractionMarks.contains($0) }),
            let value = Int(String(decoding: text, as: UTF8.self))
        else {
            throw .notAnInteger
        }
        guard range.contains(value) else {
            throw .outOfRange
        }
        return value
    }

    /// Reads a string and resolves its escapes.
    public mutating func readString() throws(JSONError) -> String {
        let (content, hasEscapes) = try readStringContent()
        if hasEscapes {
            return try JSONEscapes.resolve(content)
        }
        guard let text = String(validating: content, as: UTF8.self) else {
            throw .invalidText
        }
        return text
    }

    /// Skips a string of at most `limit` ASCII letters and digits without copying it.
    ///
    /// It is meant for padding, which is most of a request and carries no information.
    public mutating func skipLettersAndDigits(atMost limit: Int) throws(JSONError) {
        try expect(UInt8(ascii: "\""))
        let start = position
        position += LettersAndDigits.count(in: bytes[position...])
        guard position - start <= limit else {
            throw .outOfRange
        }
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") else {
            throw .invalidText
        }
        position += 1
    }

    /// Reads `null` if it comes next, and returns whether it did.
    public mutating func readNullIfPresent() -> Bool {
        skipWhitespace()
        return readLiteral("null")
    }

    /// Reads any value whole.
    public mutating func readValue() throws(JSONError) -> JSONValue {
        skipWhitespace()
        guard position < bytes.count else {
            throw .unexpectedEnd
        }
        switch bytes[position] {
        case UInt8(ascii: "{"):
            var members: [JSONValue.Member] = []
            try readObject { reader, name throws(JSONError) in
                members.append(JSONValue.Member(name: name, value: try reader.readValue()))
            }
            return .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try readArray { reader throws(JSONError) in elements.append(try reader.readValue()) }
            return .array(elements)
        case UInt8(ascii: "\""):
            return .string(try readString())
        case UInt8(ascii: "t") where readLiteral("true"):
            return .boolean(true)
        case UInt8(ascii: "f") where readLiteral("false"):
            return .boolean(false)
        case UInt8(ascii: "n") where readLiteral("null"):
            return .null
        default:
            return .number(String(decoding: try readNumberText(), as: UTF8.self))
        }
    }

    /// Refuses anything but white space after the value.
    public mutating func readEnd() throws(JSONError) {
        skipWhitespace()
        guard position == bytes.count else {
            throw .trailingContent
        }
    }

    /// The maximum depth of nesting. Deeper values are refused, so that recursion is bounded.
    public static let maxDepth = 32
    private static let fractionMarks = Array(".eE".utf8)
}

// MARK: - The grammar

extension JSONReader {
    private mutating func enter() throws(JSONError) {
        guard depth < Self.maxDepth else {
            throw .tooDeep
        }
        depth += 1
    }

    private mutating func readList(
        from opening: UInt8,
        to closing: UInt8,
        _ element: (inout JSONReader) throws(JSONError) -> Void
    ) throws(JSONError) {
        try expect(opening)
        skipWhitespace()
        if position < bytes.count, bytes[position] == closing {
            position += 1
            return
        }
        while true {
            try element(&self)
            skipWhitespace()
            guard position < bytes.count else {
                throw .unexpectedEnd
            }
            let separator = bytes[position]
            position += 1
            if separator == closing {
                return
            }
            guard separator == UInt8(ascii: ",") else {
                throw .unexpectedCharacter
            }
            skipWhitespace()
        }
    }

    private mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x0A, 0x0D, 0x09: position += 1
            default: return
            }
        }
    }

    private mutating func expect(_ character: UInt8) throws(JSONError) {
        skipWhitespace()
        guard position < bytes.count else {
            throw .unexpectedEnd
        }
        guard bytes[position] == character else {
            throw .unexpectedCharacter
        }
        position += 1
    }

    private mutating func readLiteral(_ literal: StaticString) -> Bool {
        let expected = Array(literal.description.utf8)
        guard bytes[position...].starts(with: expected) else {
            return false
        }
        position += expected.count
        return true
    }

    /// The text of a number in the grammar: `-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?`.
    private mutating func readNumberText() throws(JSONError) -> ArraySlice<UInt8> {
        skipWhitespace()
        let start = position
        skip { $0 == UInt8(ascii: "-") }
        let isZero = position < bytes.count && bytes[position] == UInt8(ascii: "0")
        if isZero {
            position += 1
        } else {
            try skipDigits()
        }
        if skip({ $0 == UInt8(ascii: ".") }) {
            try skipDigits()
        }
        if skip({ $0 == UInt8(ascii: "e") || $0 == UInt8(ascii: "E") }) {
            skip { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
            try skipDigits()
        }
        return bytes[start..<position]
    }

    @discardableResult
    private mutating func skip(_ isExpected: (UInt8) -> Bool) -> Bool {
        guard position < bytes.count, isExpected(bytes[position]) else {
            return false
        }
        position += 1
        return true
    }

    private mutating func skipDigits() throws(JSONError) {
        let start = position
        while skip({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {}
        guard position > start else {
            throw position < bytes.count ? .unexpectedCharacter : .unexpectedEnd
        }
    }

    /// The bytes between two quotation marks, escapes unresolved.
    private mutating func readStringContent() throws(JSONError) -> (content: ArraySlice<UInt8>, hasEscapes: Bool) {
        try expect(UInt8(ascii: "\""))
        let start = position
        var hasEscapes = false
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                position += 1
                return (bytes[start..<position - 1], hasEscapes)
            case UInt8(ascii: "\\"):
                hasEscapes = true
                position += 2
            case 0..<0x20:
                throw .invalidText
            default:
                position += 1
            }
        }
        throw .unexpectedEnd
    }
}

/// The names that an object has had so far.
///
/// A few names are compared one by one, which is fastest. Many names are looked up in a set, so that the time stays
/// proportional to the size of the object.
private struct JSONNames {
    private var few: [String] = []
    private var many: Set<String> = []

    /// False if the name was there before.
    mutating func insert(_ name: String) -> Bool {
        guard many.isEmpty else {
            return many.insert(name).inserted
        }
        guard !few.contains(name) else {
            return false
        }
        few.append(name)
        if few.count == Self.maxListed {
            many = Set(few)
        }
        return true
    }

    private static let maxListed = 16
}
