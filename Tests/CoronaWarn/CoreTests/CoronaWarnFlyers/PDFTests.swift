import Testing

@testable import CoronaWarnFlyers

@Suite("The PDF writer")
struct PDFTests {
    private func document(_ pages: Int) -> [UInt8] {
        var page = PageDrawing()
        page.add(.text("Größe (1)", font: .bold, size: 12, x: 10, y: 20.5))
        page.add(.cut(fromX: 0, fromY: 100, toX: 50, toY: 100))
        return PDFDocument(pages: Array(repeating: page, count: pages), language: "de", title: "Ü").bytes
    }

    @Test("the table leads to each object, and the end to the table", arguments: [0, 1, 3])
    func table(pages: Int) throws {
        let bytes = document(pages)
        // One character for each byte, so places in the text are places in the file.
        let text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "%PDF-1.4" && lines.suffix(2) == ["%%EOF", ""])
        let start = try #require(lines.dropLast(2).last.flatMap { Int($0) })
        let table = String(decoding: bytes[start...], as: UTF8.self).split(separator: "\n")
        #expect(table[0] == "xref")
        let count = try #require(Int(table[1].dropFirst(2)))
        #expect(table[2] == "0000000000 65535 f ")
        for number in 1..<count {
            let entry = table[2 + number]
            let offset = try #require(Int(entry.prefix(10)))
            #expect(entry.count == 19 && bytes[offset...].starts(with: "\(number) 0 obj\n".utf8))
        }
        #expect(text.contains("/Count \(pages) ") && text.contains("/Lang (de)"))
    }

    @Test("texts are in the encoding of the fonts, and parentheses cannot end them")
    func literals() {
        #expect(PDFContent.literal("Größe (1)\\") == Array("(Gr".utf8) + [0xF6, 0xDF] + Array("e \\(1\\)\\\\)".utf8))
        #expect(PDFDocument.hexadecimal("Ü’") == "<feff00dc2019>")
        #expect(PDFContent.literal("’…字") == [0x28, 0x92, 0x85, 0x3F, 0x29])
        for text in ["字", "\n", "\u{7F}"] {
            #expect(StandardFont.encode(text) == nil)
        }
    }

    @Test("widths are those of the fonts' metrics")
    func widths() {
        #expect(StandardFont.regular.width(of: "Wi é") == (944 + 222 + 278 + 556) / 1000.0)
        #expect(StandardFont.bold.width(of: "Wi é") == (944 + 278 + 278 + 556) / 1000.0)
        #expect(StandardFont.regular.width(of: "~ÿ") == (584 + 500) / 1000.0)
        for font in StandardFont.allCases {
            #expect(font.width(of: "\u{20}\u{7E}\u{A0}\u{FF}’") > 0)
        }
    }

    @Test("lines break at spaces, at the width")
    func lines() {
        let font = StandardFont.regular
        let width = font.width(of: "aa bb")
        #expect(font.lines(of: "aa bb aa", size: 10, width: width * 10) == ["aa bb", "aa"])
        #expect(font.lines(of: "aa bb aa", size: 10, width: width * 10 - 0.01) == ["aa", "bb", "aa"])
        #expect(font.lines(of: "aaaaaaaa b", size: 10, width: 1) == ["aaaaaaaa", "b"])
        #expect(font.lines(of: "", size: 10, width: 1).isEmpty)
    }

    @Test(
        "numbers have two decimals at most",
        arguments: [
            (0, "0"), (1.5, "1.50"), (2.004, "2"), (2.006, "2.01"), (-3.25, "-3.25"), (-0.001, "0"), (841.8, "841.80"),
        ]
    )
    func numbers(number: Double, text: String) { #expect(number.pointText == text) }
}
