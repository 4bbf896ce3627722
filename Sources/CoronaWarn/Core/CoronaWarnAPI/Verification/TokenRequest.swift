import WireFormat

/// The body of `POST /version/v1/testresult` and `POST /version/v1/tan`: a registration token.
public struct TokenRequest: Sendable {
    public let token: RegistrationToken
    /// Counts for a TAN alone. Nil in requests of the published apps.
    public let nonce: PhoneNonce?

    public init(token: RegistrationToken, nonce: PhoneNonce? = nil) {
        self.token = token
        self.nonce = nonce
    }

    /// - Throws: `notCompliant` for any violation.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        var token, padding: String?
        do throws(JSONError) {
            var reader = JSONReader(body)
            try reader.readObject { reader, name throws(JSONError) in
                switch name {
                case "registrationToken": token = try reader.readOptionalString()
                case "requestPadding": padding = try reader.readOptionalString()
                default: _ = try reader.readValue()
                }
            }
            try reader.readEnd()
        } catch {
            throw .notCompliant
        }
        guard let token = token.flatMap({ RegistrationToken($0) }) else {
            throw .notCompliant
        }
        self.init(token: token, nonce: padding.flatMap(PhoneNonce.init(padding:)))
    }

    /// The body, filled up to ``CoronaWarnLimits/requestSize``.
    public func exposedBody() -> [UInt8] {
        PaddedObject.request([.init(name: "registrationToken", value: .string(token.exposedText))], nonce: nonce)
    }
}
