public import ExposurePrimitives
import HeraldPayloads

/// A small request of an account, such as a poll: everything but uploads. The account's upload key of the day
/// authenticates it.
public struct SignedRequest: Hashable, Sendable {
    public let purpose: Purpose
    public let registration: RegistrationID
    /// When it was made. An authority accepts it for ``tolerance`` seconds.
    public let time: UnixTime
    /// Different in each request, so none can be used twice.
    public let nonce: Bytes16
    /// Up to 65 535 bytes.
    public let body: [UInt8]

    /// What a request asks for.
    public enum Purpose: UInt8, Sendable, CaseIterable {
        /// Alerts for this account.
        case poll = 1
        /// Attestations of the next day's 96 identity keys, which are the body.
        case attestations = 2
        /// The right to report, for a code of an operator.
        case right = 3
        /// The end of the account.
        case deregistration = 4
    }

    /// - Throws: `malformed` for a time before the epoch, `wrongLength` for a body of more than 65 535 bytes.
    public init(
        purpose: Purpose,
        registration: RegistrationID,
        time: UnixTime,
        nonce: Bytes16,
        body: [UInt8] = []
    ) throws(AssociationError) {
        guard time.seconds >= 0 else {
            throw .malformed
        }
        guard body.count <= Int(UInt16.max) else {
            throw .wrongLength(body.count)
        }
        self.purpose = purpose
        self.registration = registration
        self.time = time
        self.nonce = nonce
        self.body = body
    }

    /// `HAAR` ‖ version ‖ purpose ‖ RegistrationID 16 ‖ time 8 ‖ nonce 16 ‖ body behind two bytes of length ‖ HMAC 32.
    public func exposedBytes(authenticatedBy keys: DayKeys) -> [UInt8] {
        let head = Self.magic + [Self.version, purpose.rawValue] + registration.exposedBytes
        let size = [UInt8](UInt16(clamping: body.count))
        let message = head + [UInt8](UInt64(clamping: time.seconds)) + nonce.bytes + size + body
        return message + keys.requestTag(of: message).exposedBytes
    }

    static let magic = Array("HAAR".utf8)
    static let version: UInt8 = 1
    static let tagSize = 32
    /// Seconds by which the clocks of phone and authority may differ (RFC 4120 section 5.5.1: five minutes).
    public static let tolerance: Int64 = 300
}

/// A request from outside. It says whose it is before anything proves it.
public struct ReceivedRequest: Sendable {
    public let request: SignedRequest
    private let authenticated: [UInt8]
    private let tag: SecretBytes

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        let authenticated = Array(bytes.dropLast(SignedRequest.tagSize))
        var reader = ByteReader(authenticated, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.readBytes(SignedRequest.magic.count) == SignedRequest.magic,
            try reader.read(UInt8.self) == SignedRequest.version,
            let purpose = SignedRequest.Purpose(rawValue: try reader.read(UInt8.self)),
            let registration = Bytes16(try reader.readBytes(Bytes16.count)),
            let seconds = Int64(exactly: try reader.read(UInt64.self)),
            let nonce = Bytes16(try reader.readBytes(Bytes16.count))
        else {
            throw .malformed
        }
        let body = try reader.readBytes(Int(try reader.read(UInt16.self)))
        try reader.readEnd()
        request = try SignedRequest(
            purpose: purpose,
            registration: RegistrationID(registration),
            time: UnixTime(seconds),
            nonce: nonce,
            body: body
        )
        self.authenticated = authenticated
        tag = SecretBytes(bytes.suffix(SignedRequest.tagSize))
    }

    /// Whether the account with these keys of a day sent it. Time and nonce are the caller's to check.
    public func isAuthentic(under keys: DayKeys) -> Bool {
        keys.requestTag(of: authenticated) == tag
    }
}
