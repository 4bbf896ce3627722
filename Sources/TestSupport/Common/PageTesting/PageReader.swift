/// Reads a page like a browser (HTML, 13.2.5), as far as our pages need it. It is independent of the code that writes
/// them. If content breaks out of a text or an attribute, it appears as a separate element or attribute.
package struct PageReader {
    package enum Node: Hashable, Sendable {
        case text(String)
        case element(String, attributes: [String: String], [Node])

        /// The node without its words: the names of elements and attributes.
        package var shape: [String] {
            switch self {
            case .text: ["text"]
            case .element(let name, let attributes, let children):
                ["<\(name) \(attributes.keys.sorted())>"] + children.flatMap(\.shape) + ["</\(name)>"]
            }
        }
    }

    package enum Failure: Error {
        case unexpected(at: Int)
    }

    private let bytes: [UInt8]
    private var place = 0

    /// The nodes of a page, or of a piece of one.
    package static func read(_ bytes: [UInt8]) throws -> [Node] {
        var reader = PageReader(bytes: bytes)
        if bytes.starts(with: "<!DOCTYPE html>\n".utf8) {
            reader.place = 16
        }
        let nodes = try reader.content()
        guard reader.place == bytes.count else {
            throw Failure.unexpected(at: reader.place)
        }
        return nodes
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// The nodes up to an end tag or the end.
    private mutating func content() throws -> [Node] {
        var nodes: [Node] = []
        while place < bytes.count, !isNext("</") {
            if isNext("<") {
                nodes.append(try element())
            } else {
                nodes.append(.text(try characters(until: "<")))
            }
        }
        return nodes
    }

    private mutating func element() throws -> Node {
        try take("<")
        let name = try name()
        var attributes: [String: String] = [:]
        while isNext(" ") {
            try take(" ")
            let key = try self.name()
            var value = ""
            if isNext("=") {
                try take("=\"")
                value = try characters(until: "\"")
                try take("\"")
            }
            guard attributes.updateValue(value, forKey: key) == nil else {
                throw Failure.unexpected(at: place)
            }
        }
        try take(">")
        guard !Self.void.contains(name) else {
            return .element(name, attributes: attributes, [])
        }
        let children = try content()
        try take("</\(name)>")
        return .element(name, attributes: attributes, children)
    }

    private mutating func name() throws -> String {
        let name = bytes[place...].prefix { "abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains($0) }
        guard !name.isEmpty else {
            throw Failure.unexpected(at: place)
        }
        place += name.count
        return String(decoding: name, as: UTF8.self)
    }

    /// Text with its references decoded.
    private mutating func characters(until end: Unicode.Scalar) throws -> String {
        var text: [UInt8] = []
        while place < bytes.count, bytes[place] != UInt8(ascii: end) {
            guard bytes[place] == UInt8(ascii: "&") else {
                text.append(bytes[place])
                place += 1
                continue
            }
            guard let (reference, meaning) = Self.references.first(where: { isNext($0.key) }) else {
                throw Failure.unexpected(at: place)
            }
            text += meaning.utf8
            try take(reference)
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func isNext(_ text: String) -> Bool { bytes[place...].starts(with: text.utf8) }

    private mutating func take(_ text: String) throws {
        guard isNext(text) else {
            throw Failure.unexpected(at: place)
        }
        place += text.utf8.count
    }

    private static let references = ["&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&#39;": "'"]
    private static let void: Set = ["meta", "link", "input", "br"]
}
