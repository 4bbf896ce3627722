public import ExposurePrimitives
import HeraldPayloads

/// Proves at upload time that the uploader has the session key of a ticket, for one event (Kerberos' authenticator,
/// RFC 4120 section 5.5.1).
public struct Authenticator: Hashable, Sendable {
    /// The uploader's ClientID of the contact's interval.
    public let clientID: ClientID
    /// When it was made. It only grows for one session key.
    public let moment: AuthenticatorMoment
    /// Counts the uploads of one ticket.
    public let sequence: UInt32
    /// The event that it stands for.
    public let eventDigest: Bytes32

    public init(clientID: ClientID, moment: AuthenticatorMoment, sequence: UInt32, eventDigest: Bytes32) {
        self.clientID = clientID
        self.moment = moment
        self.sequence = sequence
        self.eventDigest = eventDigest
    }

    /// Encrypts under the ClientServerSessionKey.
    public func sealed(
        under key: SessionKey,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> SealedAuthenticator {
        try sealed(under: key, confounder: Bytes16.random(using: &generator))
    }

    func sealed(under key: SessionKey, confounder: Bytes16) throws(AssociationError) -> SealedAuthenticator {
        let cipher = KerberosCipher(base: key.bytes, usage: .authenticator)
        return try SealedAuthenticator(cipher.seal(content, confounder: confounder))
    }

    /// ClientID 32 ‖ seconds 8 ‖ microseconds 4 ‖ sequence 4 ‖ digest 32.
    var content: [UInt8] {
        clientID.exposedBytes + moment.bytes + [UInt8](sequence) + eventDigest.bytes
    }

    /// - Throws: `notAuthentic` unless it was made with this key; `malformed` for a time that is none.
    public init(opening sealed: SealedAuthenticator, under key: SessionKey) throws(AssociationError) {
        let content = try KerberosCipher(base: key.bytes, usage: .authenticator).open(sealed.bytes)
        var reader = ByteReader(content, failure: AssociationError.wrongLength(content.count))
        clientID = try ClientID(reader.readBytes(Bytes32.count))
        let seconds = try reader.read(UInt64.self)
        let microseconds = try reader.read(UInt32.self)
        sequence = try reader.read(UInt32.self)
        guard let time = Int64(exactly: seconds), let digest = Bytes32(reader.readRest()) else {
            throw .malformed
        }
        moment = try AuthenticatorMoment(time: UnixTime(time), microseconds: microseconds)
        eventDigest = digest
    }

    static let contentSize = 80
}

/// Kerberos' ctime and cusec.
public struct AuthenticatorMoment: Hashable, Comparable, Sendable {
    public let time: UnixTime
    /// 0 to 999 999.
    public let microseconds: UInt32

    /// - Throws: `malformed` for a time before the epoch, and for a million microseconds or more.
    public init(time: UnixTime, microseconds: UInt32) throws(AssociationError) {
        guard time.seconds >= 0, microseconds < 1_000_000 else {
            throw .malformed
        }
        self.time = time
        self.microseconds = microseconds
    }

    public static func < (lhs: Self, rhs: Self) -> Bool {
        (lhs.time, lhs.microseconds) < (rhs.time, rhs.microseconds)
    }

    var bytes: [UInt8] { [UInt8](UInt64(clamping: time.seconds)) + [UInt8](microseconds) }
}

/// An authenticator as it is in an upload: 112 bytes.
public struct SealedAuthenticator: Hashable, Sendable {
    public let bytes: [UInt8]

    /// - Throws: `wrongLength` unless there are exactly 112 bytes.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationError) {
        guard bytes.count == Self.size else {
            throw .wrongLength(bytes.count)
        }
        self.bytes = Array(bytes)
    }

    public static let size = Authenticator.contentSize + KerberosCipher.overhead
}
