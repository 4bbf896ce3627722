/// The parts of a form with a file (RFC 7578), read strictly.
struct MultipartParts {
    struct Part {
        let name: String
        /// Whether the field is a file. Its name on the person's machine is not read.
        let isFile: Bool
        let content: [UInt8]
    }

    let parts: [Part]

    /// Nil for a body that browsers do not send: another boundary, text around the parts, or a part without a name.
    ///
    /// - Parameter boundary: 1 to 70 characters that separate the parts (RFC 2046, 5.1.1).
    init?(_ body: [UInt8], boundary: String, maxCount: Int) {
        guard (1...70).contains(boundary.utf8.count), body.starts(with: "--\(boundary)".utf8) else {
            return nil
        }
        let delimiter = Array("\r\n--\(boundary)".utf8)
        var parts: [Part] = []
        var rest = body[(delimiter.count - 2)...]
        while rest.starts(with: Self.lineEnd) {
            let start = rest.startIndex + Self.lineEnd.count
            guard parts.count < maxCount, let end = Self.place(of: delimiter, in: rest[start...]),
                let part = Self.part(rest[start..<end])
            else {
                return nil
            }
            parts.append(part)
            rest = rest[(end + delimiter.count)...]
        }
        guard rest.elementsEqual("--".utf8) || rest.elementsEqual("--\r\n".utf8) else {
            return nil
        }
        self.parts = parts
    }

    private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
        guard let end = place(of: Array("\r\n\r\n".utf8), in: bytes) else {
            return nil
        }
        let lines = String(decoding: bytes[..<end], as: UTF8.self).split(separator: "\r\n")
        let disposition = lines.first { $0.lowercased().hasPrefix("content-disposition:") }
        guard let disposition, let name = parameter("name", of: disposition) else {
            return nil
        }
        return Part(
            name: name,
            isFile: parameter("filename", of: disposition) != nil,
            content: Array(bytes[(end + 4)...])
        )
    }

    /// The content of `name="…"`. Browsers escape quotation marks in it, so the next one ends it.
    private static func parameter(_ name: String, of line: Substring) -> String? {
        let mark = Array("; \(name)=\"".utf8)
        let bytes = Array(line.utf8)
        guard let start = place(of: mark, in: bytes[...]) else {
            return nil
        }
        let value = bytes[(start + mark.count)...]
        return value.firstIndex(of: UInt8(ascii: "\"")).map { String(decoding: value[..<$0], as: UTF8.self) }
    }

    private static func place(of pattern: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        guard let first = pattern.first else {
            return nil
        }
        var rest = bytes
        while let place = rest.firstIndex(of: first) {
            if rest[place...].starts(with: pattern) {
                return place
            }
            rest = rest[(place + 1)...]
        }
        return nil
    }

    private static let lineEnd = Array("\r\n".utf8)
}
