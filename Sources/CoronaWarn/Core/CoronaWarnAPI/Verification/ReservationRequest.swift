import ExposurePrimitives
import WireFormat

/// The body of `POST /version/v1/tan/reserve`: the TAN of an upload, and the fingerprint of the upload's body.
///
/// The reservation belongs to this upload. The same upload gets it again, also after its confirmation, so a lost answer
/// costs nothing. Another upload is refused.
public struct ReservationRequest: Sendable {
    public let tan: TAN
    /// 32 bytes; nil if the caller makes sure by itself that there is one upload.
    public let fingerprint: [UInt8]?

    public init(tan: TAN, fingerprint: [UInt8]?) {
        self.tan = tan
        self.fingerprint = fingerprint
    }

    /// - Throws: `notCompliant` for any violation.
    public init(parsing body: [UInt8]) throws(CoronaWarnError) {
        let tan = try TANRequest(parsing: body).tan
        let text = try JSONReader.text(of: "fingerprint", in: body)
        let fingerprint = text.flatMap { Hex.decode($0) }
        guard text == nil || fingerprint?.count == Self.fingerprintLength else {
            throw .notCompliant
        }
        self.init(tan: tan, fingerprint: fingerprint)
    }

    public var exposedBody: [UInt8] {
        let members: [JSONValue.Member] =
            [.init(name: "tan", value: .string(tan.exposedText))]
            + (fingerprint.map { [.init(name: "fingerprint", value: .string(Hex.encode($0)))] } ?? [])
        return JSONValue.object(members).encoded
    }

    private static let fingerprintLength = 32
}
