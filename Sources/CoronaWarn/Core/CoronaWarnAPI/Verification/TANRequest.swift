import WireFormat

/// The body of `POST /version/v1/tan/verify`: a TAN that the submission service asks about.
public struct TANRequest: Sendable {
    public let tan: TAN

    public init(tan: TAN) {
        self.tan = tan
    }

    /// - Throws: `notCompliant` for any violation.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        guard let tan = try JSONReader.text(of: "tan", in: body).flatMap({ TAN($0) }) else {
            throw .notCompliant
        }
        self.init(tan: tan)
    }

    public var exposedBody: [UInt8] {
        let value: JSONValue = ["tan": .string(tan.exposedText)]
        return value.encoded
    }
}

extension JSONReader {
    /// Reads a string, or `null` as nil.
    mutating func readOptionalString() throws(JSONError) -> String? {
        readNullIfPresent() ? nil : try readString()
    }

    /// The text of the member `name` of an object, nil if it has none; other members are skipped.
    ///
    /// - Throws: `notCompliant` if `body` is no object, or the member no text.
    static func text(of name: String, in body: [UInt8]) throws(CoronaWarnError) -> String? {
        var text: String?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, member throws(JSONError) in
                if member == name {
                    text = try reader.readOptionalString()
                } else {
                    _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        return text
    }
}
