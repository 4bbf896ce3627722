package import SettingsDocuments
import WireFormat
import Yams

/// Settings as files that people review and keep under version control.
package enum AppSettingsFile {
    /// YAML with one value on each line, always in the same order: equal documents are equal files.
    ///
    /// - Throws: `SettingsRefusal` if the text would not read back as exactly the same document.
    package static func yaml(_ document: SettingsDocument) throws -> String {
        let text = try serialize(node: document.json.node, width: -1, allowUnicode: true)
        // Texts that begin with a byte order mark lose it in YAML.
        guard try parse(Array(text.utf8)) == document else {
            throw SettingsRefusal("one of the texts cannot be written as YAML: use --json")
        }
        return text
    }

    /// Reads YAML, or JSON of the same form. Refuses files larger than 1 MiB.
    package static func parse(_ file: [UInt8]) throws(SettingsRefusal) -> SettingsDocument {
        guard file.count <= maxSize else {
            throw SettingsRefusal("the file is larger than \(maxSize) bytes")
        }
        let isJSON = file.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "{")
        return try SettingsDocument(parsing: isJSON ? json(file) : yaml(file))
    }

    private static let maxSize = 1_048_576

    private static func json(_ file: [UInt8]) throws(SettingsRefusal) -> JSONValue {
        do throws(JSONError) {
            return try JSONValue(parsing: file)
        } catch {
            throw SettingsRefusal("the file is not JSON: \(error)")
        }
    }

    private static func yaml(_ file: [UInt8]) throws(SettingsRefusal) -> JSONValue {
        guard let text = String(validating: file, as: UTF8.self) else {
            throw SettingsRefusal("the file is not UTF-8 text")
        }
        guard !hasAliases(file) else {
            throw SettingsRefusal("aliases (&name and *name) are not allowed: write each value in full")
        }
        let node: Node?
        do {
            node = try compose(yaml: text)
        } catch {
            throw SettingsRefusal("the file is not YAML: \(error)")
        }
        guard let node else {
            throw SettingsRefusal("the file is empty")
        }
        return try JSONValue(node)
    }

    /// Whether a name is in the file both as an anchor and as an alias. The YAML library replaces each alias by the
    /// anchor's value, so a few lines can expand beyond any memory. The check must come before the library reads the
    /// file.
    private static func hasAliases(_ file: [UInt8]) -> Bool {
        !names(after: UInt8(ascii: "&"), in: file).isDisjoint(with: names(after: UInt8(ascii: "*"), in: file))
    }

    /// Every run of letters, digits, `-` and `_` that follows `mark`: the library takes these for names of anchors.
    private static func names(after mark: UInt8, in file: [UInt8]) -> Set<ArraySlice<UInt8>> {
        let parts = file.split(separator: mark, omittingEmptySubsequences: false).dropFirst()
        return Set(parts.map { $0.prefix(while: isPartOfName) }.filter { !$0.isEmpty })
    }

    private static func isPartOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}

// MARK: - Writing

extension JSONValue {
    /// Texts are always quoted, so no reader reads "no" as false or "22" as a number.
    fileprivate var node: Node {
        switch self {
        case .null: Node("null", Tag(.null), .plain)
        case .boolean(let value): Node(value ? "true" : "false", Tag(.bool), .plain)
        case .number(let text): Node(text, Tag(.float), .plain)
        case .string(let text): Node(text, Tag(.str), .doubleQuoted)
        case .array(let elements):
            Node(elements.map(\.node), Tag(.seq), elements.contains(where: \.isStructured) ? .block : .flow)
        case .object(let members):
            Node(
                members.map { (Node($0.name, Tag(.str), $0.isPlainName ? .plain : .doubleQuoted), $0.value.node) },
                Tag(.map),
                members.isEmpty ? .flow : .block
            )
        }
    }

    private var isStructured: Bool {
        switch self {
        case .array, .object: true
        default: false
        }
    }
}

extension JSONValue.Member {
    /// Names of settings stay bare; codes of languages and countries are quoted ("no" is Norwegian).
    fileprivate var isPlainName: Bool {
        name.count > 5 && name.wholeMatch(of: /[a-z][a-z0-9_]*/) != nil || name == "ios"
    }
}

// MARK: - Reading

extension JSONValue {
    /// A bare scalar is the value that JSON reads in it, and text otherwise; a quoted one is always text.
    fileprivate init(_ node: Node) throws(SettingsRefusal) {
        switch node {
        case .scalar(let scalar):
            self = Self.value(of: scalar)
        case .sequence(let sequence):
            var elements: [JSONValue] = []
            for element in sequence {
                elements.append(try JSONValue(element))
            }
            self = .array(elements)
        case .mapping(let mapping):
            self = .object(try Self.members(of: mapping))
        case .alias:
            throw SettingsRefusal("aliases (*name) are not allowed: write each value in full")
        }
    }

    private static func value(of scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain || scalar.style == .any else {
            return .string(scalar.string)
        }
        if scalar.string.isEmpty || scalar.string == "~" {
            return .null
        }
        let value = try? JSONValue(parsing: Array(scalar.string.utf8))
        return value ?? .string(scalar.string)
    }

    private static func members(of mapping: Node.Mapping) throws(SettingsRefusal) -> [Member] {
        var members: [Member] = []
        var names: Set<String> = []
        for (key, value) in mapping {
            guard case .scalar(let name) = key, names.insert(name.string).inserted else {
                throw SettingsRefusal("a name occurs twice, or is not text")
            }
            members.append(Member(name: name.string, value: try JSONValue(value)))
        }
        return members
    }
}
