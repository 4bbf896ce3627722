import ExposurePrimitives

/// Writes pages as a PDF file (ISO 32000-1): text in standard fonts, filled squares and dashed lines. Nothing is
/// compressed, and the same pages give the same bytes.
struct PDFDocument {
    let bytes: [UInt8]

    /// - Parameter language: a language tag, for screen readers.
    init(pages: [PageDrawing], language: String, title: String) {
        var writer = PDFWriter()
        let (catalog, tree) = (writer.reserve(), writer.reserve())
        let fonts = StandardFont.allCases.map { font in
            let object = writer.add(
                "<< /Type /Font /Subtype /Type1 /BaseFont /\(font.rawValue) /Encoding /WinAnsiEncoding >>"
            )
            return "/\(font.rawValue) \(object) 0 R"
        }
        let resources = writer.add("<< /Font << \(fonts.joined(separator: " ")) >> >>")
        let box = "[0 0 \(PageDrawing.width.pointText) \(PageDrawing.height.pointText)]"
        let kids = pages.map { page in
            let content = writer.add(stream: PDFContent(page).bytes)
            return writer.add(
                "<< /Type /Page /Parent \(tree) 0 R /MediaBox \(box) /Resources \(resources) 0 R /Contents \(content) 0 R >>"
            )
        }
        let references = kids.map { "\($0) 0 R" }.joined(separator: " ")
        writer.fill(tree, with: Array("<< /Type /Pages /Kids [\(references)] /Count \(kids.count) >>".utf8))
        writer.fill(catalog, with: Array("<< /Type /Catalog /Pages \(tree) 0 R /Lang (\(language)) >>".utf8))
        let information = writer.add("<< /Title \(Self.hexadecimal(title)) >>")
        bytes = writer.finish(catalog: catalog, information: information)
    }

    /// A text outside the pages: UTF-16 with a byte order mark, in hexadecimal digits (7.9.2.2).
    static func hexadecimal(_ text: String) -> String {
        "<" + Hex.encode([0xFE, 0xFF] + text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }) + ">"
    }
}

/// The objects of a PDF file and their table.
private struct PDFWriter {
    /// By number, from 1; nil for a reserved one.
    private var objects: [[UInt8]?] = []

    mutating func reserve() -> Int {
        objects.append(nil)
        return objects.count
    }

    mutating func fill(_ number: Int, with bytes: [UInt8]) {
        objects[number - 1] = bytes
    }

    mutating func add(bytes: [UInt8]) -> Int {
        objects.append(bytes)
        return objects.count
    }

    mutating func add(_ text: String) -> Int {
        add(bytes: Array(text.utf8))
    }

    mutating func add(stream: [UInt8]) -> Int {
        add(bytes: Array("<< /Length \(stream.count) >>\nstream\n".utf8) + stream + Array("\nendstream".utf8))
    }

    func finish(catalog: Int, information: Int) -> [UInt8] {
        // Four bytes above 127 tell programs that the file is not text (7.5.2).
        var file = Array("%PDF-1.4\n%".utf8) + [0xE2, 0xE3, 0xCF, 0xD3, UInt8(ascii: "\n")]
        var offsets: [Int] = []
        for (position, object) in objects.enumerated() {
            offsets.append(file.count)
            file += Array("\(position + 1) 0 obj\n".utf8) + (object ?? []) + Array("\nendobj\n".utf8)
        }
        let start = file.count
        // Each entry has exactly twenty bytes (7.5.4).
        let entries = offsets.map { offset in
            String(repeating: "0", count: max(0, 10 - String(offset).count)) + "\(offset) 00000 n \n"
        }
        let table = "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n" + entries.joined()
        let trailer = "<< /Size \(objects.count + 1) /Root \(catalog) 0 R /Info \(information) 0 R >>"
        return file + Array("\(table)trailer\n\(trailer)\nstartxref\n\(start)\n%%EOF\n".utf8)
    }
}
