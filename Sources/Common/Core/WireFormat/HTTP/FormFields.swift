/// The fields of a posted form (URL Standard, application/x-www-form-urlencoded), read strictly.
package struct FormFields: Sendable {
    private let values: [String: String]

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
    }

    /// The value of a field; empty if it was not sent.
    package subscript(_ name: String) -> String { values[name] ?? "" }

    private static func decode(_ text: ArraySlice<UInt8>) -> String? {
        PercentCoding.decode(utf8: text.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 })
    }

    private static let maxCount = 64
}
