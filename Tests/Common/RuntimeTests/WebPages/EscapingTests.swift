import ExposurePrimitives
import PageTesting
import Testing

@testable import WebPages

@Suite("User input in pages")
struct EscapingTests {
    /// Pieces that end a text, a value or an element for readers with lax rules.
    private static let pieces = [
        "<", ">", "\"", "'", "&", "/", "=", "`", " ", "\n", "\t", "\0", "é", "漢", "😀", "&lt;", "&quot;", "&#34;",
        "&amp", "</p>", "<script>", "</script>", "<!--", "-->", "]]>", "<![CDATA[", "onclick=", "javascript:", "style=",
        "\u{202E}", "\u{2028}", "\r\n", "<p", "a", "b", "1",
    ]
    private static let tags: [WebPages.Tag] = [.p, .div, .span, .input, .li, .option, .h1, .button, .br, .title, .td]

    private static func text(using generator: inout SeededGenerator) -> String {
        (0..<Int.random(in: 1...8, using: &generator)).map { _ in
            pieces[Int.random(in: pieces.indices, using: &generator)]
        }.joined()
    }

    /// A tree of random elements, and the nodes that a reader should find.
    private static func tree(depth: Int, using generator: inout SeededGenerator) -> (HTML, PageReader.Node) {
        if depth == 0 || Int.random(in: 0..<3, using: &generator) == 0 {
            let text = text(using: &generator)
            return (.text(text), .text(shown(text)))
        }
        let tag = tags[Int.random(in: tags.indices, using: &generator)]
        var attributes: [Attribute] = []
        var expected: [String: String] = [:]
        for (attribute, name) in [(Attribute.id, "id"), (Attribute.value, "value"), (Attribute.lang, "lang")] {
            let text = text(using: &generator)
            attributes.append(attribute(text))
            expected[name] = shown(text)
        }
        let child = tree(depth: depth - 1, using: &generator)
        return (
            .element(tag, attributes, [child.0]),
            .element(tag.name, attributes: expected, tag.isVoid ? [] : [child.1])
        )
    }

    /// The text in a page, where NUL cannot occur.
    private static func shown(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : $0 }))
    }

    @Test("is shown as it was typed, and becomes no element and no attribute")
    func roundTrip() throws {
        var generator = SeededGenerator(seed: 2026)
        for _ in 0..<3000 {
            let (tree, expected) = Self.tree(depth: 4, using: &generator)
            #expect(try PageReader.read(tree.bytes) == [expected])
        }
    }

    @Test(
        "the reader finds elements that broke out",
        arguments: [
            ("<p id=\"a\"onclick=\"b\">c</p>", nil), ("<p>a</p><script></script>", ["p", "script"]), ("<p>&x</p>", nil),
            ("<p id=\"a\" onclick=\"b\"></p>", ["p"]), ("<p></div>", nil), ("<p>a", nil), ("</p>", nil),
            ("<p>a & b</p>", nil),
        ] as [(String, [String]?)]
    )
    func reader(page: String, names: [String]?) {
        let nodes = try? PageReader.read(Array(page.utf8))
        let found = nodes?.compactMap { if case .element(let name, _, _) = $0 { name } else { nil } }
        #expect(found == names)
    }
}
