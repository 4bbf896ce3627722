import Testing
import WireFormat

@Suite("Posted forms with a file")
struct FormFieldsTests {
    private static let mark = "----mark"

    private func fields(_ body: String, boundary: String = mark) -> FormFields? {
        FormFields(parsing: Array(body.utf8), boundary: boundary)
    }

    private func part(_ header: String, _ content: String) -> String {
        "--\(Self.mark)\r\nContent-Disposition: form-data; \(header)\r\n\r\n\(content)\r\n"
    }

    private var end: String { "--\(Self.mark)--\r\n" }

    @Test("are read as browsers send them")
    func forms() throws {
        let body =
            part(#"name="kind""#, "pcr")
            + part("name=\"file\"; filename=\"a.csv\"\r\nContent-Type: text/csv", "a,b\r\n1,2\r\n")
            + part(#"name="empty""#, "")
        // A line end is one character of a text.
        for end in [end, String(end.dropLast())] {
            let form = try #require(fields(body + end))
            #expect(form["kind"] == "pcr" && form["empty"] == "" && form["file"] == "")
            #expect(form.file("file") == Array("a,b\r\n1,2\r\n".utf8))
            #expect(form.file("kind") == [] && form.file("other") == [])
        }
        #expect(fields(end) != nil)
    }

    @Test("keep every byte of a file, also what looks like a part")
    func bytes() throws {
        let content = "\u{0}--\(Self.mark)\r\n\r\n--other--\r\n-"
        let form = try #require(fields(part(#"name="file"; filename="x""#, content) + end))
        #expect(form.file("file") == Array(content.utf8))
        let raw =
            Array(part(#"name="file"; filename="x""#, "").utf8.dropLast(2)) + [0xFF, 0xFE] + Array("\r\n\(end)".utf8)
        #expect(FormFields(parsing: raw, boundary: Self.mark)?.file("file") == [0xFF, 0xFE])
        let text = Array(part(#"name="text""#, "").utf8.dropLast(2)) + [0xFF] + Array("\r\n\(end)".utf8)
        #expect(FormFields(parsing: text, boundary: Self.mark) == nil, "a field is text")
    }

    @Test("of another form are refused")
    func refused() {
        let good = part(#"name="a""#, "1")
        #expect(fields(good + end) != nil)
        let bad = [
            "", good, "x" + good + end, good + end + "x", good + good + end, String((good + end).dropLast(3)),
            part("name=a", "1") + end, part("filename=\"a\"", "1") + end, "--\(Self.mark)\r\n\r\n\r\n" + end,
            "--\(Self.mark)\r\nContent-Disposition: form-data; name=\"a\"\r\n" + end,
        ]
        for body in bad {
            #expect(fields(body) == nil, "\(body)")
        }
        for boundary in ["", "--", "other", String(repeating: "x", count: 71)] {
            #expect(fields(good + end, boundary: boundary) == nil, "\(boundary)")
        }
        for count in [64, 65] {
            let body = (0..<count).map { part("name=\"n\($0)\"", "") }.joined() + end
            #expect((fields(body) != nil) == (count == 64))
        }
    }
}
