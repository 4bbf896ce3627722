/// The fields of a posted form, read strictly: application/x-www-form-urlencoded (URL Standard), or multipart/form-data
/// (RFC 7578) for a form with a file.
package struct FormFields: Sendable {
    private let values: [String: String]
    private let files: [String: [UInt8]]

    /// Nil for a wrong encoding, a repeated name, or more fields than our forms have.
    package init?(parsing body: [UInt8]) {
        var values: [String: String] = [:]
        let pairs = body.split(separator: UInt8(ascii: "&"))
        guard pairs.count <= Self.maxCount else {
            return nil
        }
        for pair in pairs {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decode(parts[0]), let value = parts.count == 2 ? Self.decode(parts[1]) : "",
                values.updateValue(value, forKey: name) == nil
            else {
                return nil
            }
        }
        self.values = values
        files = [:]
    }

    /// Nil for a wrong encoding, a repeated name, or more fields than our forms have.
    ///
    /// - Parameter boundary: that of the request's media type.
    package init?(parsing body: [UInt8], boundary: String) {
        guard let parts = MultipartParts(body, boundary: boundary, maxCount: Self.maxCount)?.parts,
            Set(parts.map(\.name)).count == parts.count
        else {
            return nil
        }
        var values: [String: String] = [:]
        var files: [String: [UInt8]] = [:]
        for part in parts {
            if part.isFile {
                files[part.name] = part.content
            } else if let text = String(validating: part.content, as: UTF8.self) {
                values[part.name] = text
            } else {
                return nil
            }
        }
        self.values = values
        self.files = files
    }

    /// The content of a file; empty if none was sent.
    package func file(_ name: String) -> [UInt8] { files[name] ?? [] }

    /// The value of a field; empty if it was not sent.
    package subscript(_ name: String) -> String { values[name] ?? "" }

    private static func decode(_ text: ArraySlice<UInt8>) -> String? {
        PercentCoding.decode(utf8: text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }

    private static let maxCount = 64
}
