import WireFormat

/// The body of `POST /v1/ingestion/check-otp`: only padding.
public struct CheckOTPRequest: Sendable {
    public init() {}

    public init(parsing body: [UInt8]) throws(APIError) {
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                guard name == "padding" else {
                    throw .wrongMembers
                }
                try reader.skipPadding()
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
    }

    /// The body with `padding`, which must be letters and digits.
    public func body(padding: String) -> [UInt8] {
        let value: JSONValue = ["padding": .string(padding)]
        return value.encoded
    }
}
