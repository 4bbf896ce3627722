/// An HTTP answer exactly as it came off the wire.
package struct RawAnswer: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]
    /// Status line, header block, empty line and body.
    package let bytes: [UInt8]

    package var wireSize: Int { bytes.count }
    package var text: String { String(decoding: body, as: UTF8.self) }

    /// The value of the only header of this name, in any case; nil if there is none or more than one.
    package subscript(header: String) -> String? {
        let values = headers.filter { $0.name.lowercased() == header.lowercased() }
        return values.count == 1 ? values[0].value : nil
    }

    /// Reads one answer from the front of `bytes`; nil while it is incomplete.
    ///
    /// - Parameter hasBody: False for answers to HEAD, which carry the length of a body that is not sent.
    package init?(_ bytes: [UInt8], hasBody: Bool) {
        guard let headEnd = Self.headEnd(bytes) else {
            return nil
        }
        let lines = String(decoding: bytes[..<(headEnd - 4)], as: UTF8.self).split(separator: "\r\n")
        let words = lines.first?.split(separator: " ", maxSplits: 2) ?? []
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            return nil
        }
        let headers = lines.dropFirst().map { line in
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            return (name: String(parts[0]), value: parts.count == 2 ? Self.trimmed(parts[1]) : "")
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        let end = headEnd + (hasBody && status != 204 && status != 304 && status >= 200 ? length : 0)
        guard bytes.count >= end else {
            return nil
        }
        (self.status, self.headers) = (status, headers)
        body = Array(bytes[headEnd..<end])
        self.bytes = Array(bytes[..<end])
    }

    private static func headEnd(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 4 else {
            return nil
        }
        return (4...bytes.count).first { bytes[($0 - 4)..<$0].elementsEqual("\r\n\r\n".utf8) }
    }

    private static func trimmed(_ text: Substring) -> String {
        var text = text
        while text.first == " " {
            text.removeFirst()
        }
        return String(text)
    }
}
