/// A piece of a page as a tree.
///
/// Text and attribute values are escaped when the tree is written. No case holds markup as text, so a person's input
/// can never become an element.
package indirect enum HTML: Hashable, Sendable {
    case text(String)
    case element(Tag, [Attribute], [HTML])

    /// The piece as UTF-8.
    package var bytes: [UInt8] {
        var bytes: [UInt8] = []
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text):
            HTMLEscapes.write(text, to: &bytes)
        case .element(let tag, let attributes, let children):
            bytes += "<\(tag.name)".utf8
            for attribute in attributes {
                bytes += " \(attribute.name)".utf8
                if let value = attribute.value {
                    bytes += "=\"".utf8
                    HTMLEscapes.write(value, to: &bytes)
                    bytes.append(UInt8(ascii: "\""))
                }
            }
            bytes.append(UInt8(ascii: ">"))
            guard !tag.isVoid else {
                return
            }
            for child in children {
                child.write(to: &bytes)
            }
            bytes += "</\(tag.name)>".utf8
        }
    }
}

/// The characters that must be escaped in text or in a quoted value (HTML, 13.1.2.3 and 13.1.4).
enum HTMLEscapes {
    static func write(_ text: String, to bytes: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            case 0: bytes += "\u{FFFD}".utf8
            default: bytes.append(byte)
            }
        }
    }
}

/// Collects the pieces of an element's content.
@resultBuilder
package enum HTMLBuilder {
    package static func buildExpression(_ piece: HTML) -> [HTML] { [piece] }
    package static func buildExpression(_ pieces: [HTML]) -> [HTML] { pieces }
    package static func buildExpression(_ text: String) -> [HTML] { [.text(text)] }
    package static func buildBlock(_ parts: [HTML]...) -> [HTML] { parts.flatMap(\.self) }
    package static func buildOptional(_ part: [HTML]?) -> [HTML] { part ?? [] }
    package static func buildEither(first: [HTML]) -> [HTML] { first }
    package static func buildEither(second: [HTML]) -> [HTML] { second }
    package static func buildArray(_ parts: [[HTML]]) -> [HTML] { parts.flatMap(\.self) }
}
