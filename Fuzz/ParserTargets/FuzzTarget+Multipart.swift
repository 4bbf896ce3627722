import WireFormat

extension FuzzTarget {
    /// A posted form with a file. With 0 as first byte, the rest is the body; with 1, it is the file's content.
    static let multipart = FuzzTarget(
        "multipart",
        maxSize: 8192,
        words: ["--b\r\n", "--b--\r\n", "Content-Disposition: form-data; name=\"", "filename=\"", "\r\n\r\n"],
        seeds: { [[0] + form(with: Array("code,result\n".utf8)), [1] + Array("a\r\n-b\r\n".utf8), [1]] },
        check: { bytes in
            guard let (choice, rest) = bytes.choice(among: 2) else {
                return false
            }
            guard choice == 1 else {
                return FormFields(parsing: rest, boundary: "b") != nil
            }
            let text = String(decoding: rest, as: UTF8.self)
            guard !text.contains("--b") else {
                return false
            }
            let fields = FormFields(parsing: form(with: rest), boundary: "b")
            try require(fields?.file("file") == rest && fields?["kind"] == "pcr", "a file reads back otherwise")
            return true
        }
    )

    /// A form as a browser writes it.
    private static func form(with file: [UInt8]) -> [UInt8] {
        let field = "--b\r\nContent-Disposition: form-data; name=\"kind\"\r\n\r\npcr\r\n"
        let head =
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"results.csv\"\r\n"
            + "Content-Type: text/csv\r\n\r\n"
        return Array((field + head).utf8) + file + Array("\r\n--b--\r\n".utf8)
    }
}
