public import ExposurePrimitives
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

/// The opaque name of a TAN's reservation. A caller that has it may confirm the upload. It leads to no TAN.
public struct TANReservation: Equatable, Sendable {
    private let name: Bytes16

    public init(_ name: Bytes16) {
        self.name = name
    }

    /// Reads a body of `POST /version/v1/tan/confirm`, or the answer to a reservation.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        guard let name = try JSONReader.text(of: "reservation", in: body).flatMap(Hex.decode).flatMap({ Bytes16($0) })
        else {
            throw .notCompliant
        }
        self.init(name)
    }

    public var exposedBody: [UInt8] {
        let value: JSONValue = ["reservation": .string(Hex.encode(name.bytes))]
        return value.encoded
    }

    /// The sixteen bytes, for a store.
    public var exposedBytes: [UInt8] { name.bytes }
}

extension TANReservation: CustomStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
