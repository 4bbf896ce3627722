/// Any JSON value. Numbers keep their text, and members keep their order.
public indirect enum JSONValue: Hashable, Sendable {
    case null
    case boolean(Bool)
    /// The number's own text, so that no digit is lost.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([Member])

    /// One name and value of an object.
    public struct Member: Hashable, Sendable {
        public let name: String
        public let value: JSONValue

        public init(name: String, value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Reads a whole text.
    public init(parsing bytes: [UInt8]) throws(JSONError) {
        var reader = JSONReader(bytes)
        self = try reader.readValue()
        try reader.readEnd()
    }

    public static func integer(_ value: some BinaryInteger) -> JSONValue {
        .number(String(value))
    }

    /// The value of the member `name`, if this is an object that has it.
    public subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else {
            return nil
        }
        return members.first { $0.name == name }?.value
    }

    /// The text without white space.
    public var encoded: [UInt8] {
        switch self {
        case .null: Array("null".utf8)
        case .boolean(let value): Array((value ? "true" : "false").utf8)
        case .number(let text): Array(text.utf8)
        case .string(let text): JSONEscapes.quoted(text)
        case .array(let elements): Self.list(elements.map(\.encoded), "[", "]")
        case .object(let members):
            Self.list(members.map { JSONEscapes.quoted($0.name) + [UInt8(ascii: ":")] + $0.value.encoded }, "{", "}")
        }
    }

    private static func list(_ parts: [[UInt8]], _ opening: Unicode.Scalar, _ closing: Unicode.Scalar) -> [UInt8] {
        [UInt8(ascii: opening)] + parts.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: closing)]
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    public init(stringLiteral value: String) {
        self = .string(value)
    }

    public init(integerLiteral value: Int) {
        self = .integer(value)
    }

    public init(booleanLiteral value: Bool) {
        self = .boolean(value)
    }
}

extension JSONValue: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }

    public init(arrayLiteral elements: JSONValue...) {
        self = .array(elements)
    }
}
