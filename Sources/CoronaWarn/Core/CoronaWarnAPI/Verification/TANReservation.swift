public import ExposurePrimitives
import WireFormat

/// The body of `POST /version/v1/tan/reserve`: a TAN and the upload that it is for.
///
/// The same request again gets a reservation again, so that an upload can go on after a crash. Another upload with the
/// same TAN gets none while the reservation lives.
public struct TANReservationRequest: Sendable {
    public let tan: TAN
    /// The digest of the upload under the TAN, see ``UUIDCredential/fingerprint(of:)``: 32 bytes.
    public let fingerprint: [UInt8]

    /// The request for an upload with this body.
    public init(tan: TAN, upload body: [UInt8]) {
        self.tan = tan
        fingerprint = tan.fingerprint(of: body)
    }

    /// - Throws: `notCompliant` for any violation.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        tan = try TANRequest(parsing: body).tan
        guard let fingerprint = try JSONReader.text(of: "fingerprint", in: body).flatMap(Hex.decode),
            fingerprint.count == Self.fingerprintLength
        else {
            throw .notCompliant
        }
        self.fingerprint = fingerprint
    }

    public var exposedBody: [UInt8] {
        let value: JSONValue = ["tan": .string(tan.exposedText), "fingerprint": .string(Hex.encode(fingerprint))]
        return value.encoded
    }

    private static let fingerprintLength = 32
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
