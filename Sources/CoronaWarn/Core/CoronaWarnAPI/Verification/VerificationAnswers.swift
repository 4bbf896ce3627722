import ExposurePrimitives
import WireFormat

/// The answer to a registration, which has the size of all answers to phones.
public struct RegistrationTokenAnswer: Sendable {
    public let token: RegistrationToken

    public init(token: RegistrationToken) {
        self.token = token
    }

    /// Reads an answer as the phone gets it.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        guard let token = try JSONReader.text(of: "registrationToken", in: body).flatMap({ RegistrationToken($0) })
        else {
            throw .notCompliant
        }
        self.init(token: token)
    }

    public var exposedBody: [UInt8] {
        PaddedObject.answer([.init(name: "registrationToken", value: .string(token.exposedText))])
    }
}

/// The answer to a request for a TAN, which has the size of all answers to phones.
public struct TANAnswer: Sendable {
    public let tan: TAN

    public init(tan: TAN) {
        self.tan = tan
    }

    /// Reads an answer as the phone gets it.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        self.init(tan: try TANRequest(parsing: body).tan)
    }

    public var exposedBody: [UInt8] {
        PaddedObject.answer([.init(name: "tan", value: .string(tan.exposedText))])
    }
}

/// The answer to an operator's request for a teleTAN. It goes to the internal network alone, so it has no padding.
public struct TeleTANAnswer: Sendable {
    public let teleTAN: TeleTAN

    public init(teleTAN: TeleTAN) {
        self.teleTAN = teleTAN
    }

    /// Reads an answer as the operators' page gets it.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        guard let text = try JSONReader.text(of: "value", in: body) else {
            throw .notCompliant
        }
        do throws(DictatedCode.Failure) {
            self.init(teleTAN: try TeleTAN(text))
        } catch {
            throw .notCompliant
        }
    }

    public var exposedBody: [UInt8] {
        let value: JSONValue = ["value": .string(teleTAN.exposedText)]
        return value.encoded
    }
}
