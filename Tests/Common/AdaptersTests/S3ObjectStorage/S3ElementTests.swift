import ExposurePrimitives
import Testing

@testable import S3ObjectStorage

@Suite("Documents of answers")
struct S3ElementTests {
    private func parse(_ text: String) throws -> S3Element { try S3Element(parsing: Array(text.utf8)) }

    @Test("elements, text, references and ignored attributes are read")
    func reading() throws {
        let document = try parse(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <r:Result xmlns:r="http://example" a='"'>
              <Key>a &amp; b &lt;&#99;&#x64;&gt;&quot;&apos;ü</Key>
              <Empty/><Empty ></Empty >
              <List><Item>1</Item><Item>2</Item></List>
            </r:Result>

            """
        )
        #expect(document.name == "Result")
        #expect(document.text(of: "Key") == "a & b <cd>\"'ü")
        #expect(document.children("Empty").map(\.text) == ["", ""])
        #expect(document.children.last?.children("Item").map(\.text) == ["1", "2"])
        #expect(document.text(of: "Missing") == nil)
    }

    @Test(
        "what S3 does not send is refused",
        arguments: [
            "", " ", "text", "<a>", "<a></b>", "<a/><b/>", "<a/>b", "<a>b<c/></a>", "<a b></a>", "<a b=c/>",
            "<a b=\"c/>", "<a b=\"<\"/>", "<1/>", "< a/>", "<a>&b;</a>", "<a>&amp</a>", "<a>&#0;</a>",
            "<a>&#xd800;</a>",
            "<a>&#1114112;</a>", "<a>&</a>", "<!DOCTYPE a><a/>", "<a><!-- b --></a>", "<a><![CDATA[b]]></a>",
            "<a><?b?></a>", "<?xml", "<a", "<a>b", "<a>b</a", "</a>",
        ]
    )
    func refused(text: String) { #expect(throws: S3ElementError.malformed) { try parse(text) } }

    @Test("text that is not UTF-8 is refused")
    func notUTF8() {
        #expect(throws: S3ElementError.malformed) {
            try S3Element(parsing: Array("<a>".utf8) + [0xff] + Array("</a>".utf8))
        }
    }

    @Test("depth and number of elements have limits")
    func limits() throws {
        let nested = { (depth: Int) in
            String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
        }
        #expect(try parse(nested(S3Element.maxDepth)).name == "a")
        #expect(throws: S3ElementError.tooDeep) { try parse(nested(S3Element.maxDepth + 1)) }
        let wide = { (count: Int) in "<a>" + String(repeating: "<b/>", count: count - 1) + "</a>" }
        #expect(try parse(wide(S3Element.maxElements)).children.count == S3Element.maxElements - 1)
        #expect(throws: S3ElementError.tooManyElements) { try parse(wide(S3Element.maxElements + 1)) }
    }

    @Test("what is escaped is read back")
    func escaping() throws {
        for text in ["", "a", "<&>\"'", "\"etag\"", "ü"] {
            #expect(try parse("<a>\(S3Element.escape(text))</a>").text == text)
        }
    }

    @Test("altered bytes never end the process")
    func altered() {
        var generator = SeededGenerator(seed: 21)
        let whole = Array("<?xml version=\"1.0\"?><a x=\"y\"><b>&amp;&#x41;ü</b><c/></a>".utf8)
        let marks = Array("<>/&;#x\"'=? ".utf8) + [0, 0xff, 0xc3]
        var refused = 0
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = marks.randomElement(using: &generator) ?? 0
                case 1: bytes.remove(at: index)
                default: bytes.insert(marks.randomElement(using: &generator) ?? 0, at: index)
                }
            }
            refused += (try? S3Element(parsing: bytes)) == nil ? 1 : 0
        }
        #expect(refused > 1000)
    }
}
