import Crypto
import ExposurePrimitives
public import HeraldPayloads

/// The part of a ticket packet that only its issuer can read: F1 ‖ TGT with 68 bytes, or the TGT with 84 bytes in the
/// sealed profile.
///
/// The receiver uploads it, the authority returns it with the alert, and the issuer's phone confirms by it that the
/// contact was real.
public struct TicketHandle: Hashable, Sendable {
    public let profile: RadioProfile
    public let bytes: [UInt8]

    /// - Throws: `wrongLength` unless the length is that of a profile.
    public init(_ bytes: some Collection<UInt8>) throws(AssociationError) {
        guard let profile = RadioProfile.allCases.first(where: { Self.size($0) == bytes.count }) else {
            throw .wrongLength(bytes.count)
        }
        self.profile = profile
        self.bytes = Array(bytes)
    }

    /// SHA-256, under which the issuer logs it.
    public var digest: Bytes32 { Bytes32(hashing: bytes) }

    public static func size(_ profile: RadioProfile) -> Int {
        switch profile {
        case .exact: SessionKey.size + GrantingTicket.contentSize
        case .sealed: GrantingTicket.contentSize + KerberosCipher.overhead
        }
    }
}

extension Bytes32 {
    /// SHA-256.
    init(hashing bytes: [UInt8]) {
        guard let digest = Bytes32(Array(SHA256.hash(data: bytes))) else {
            preconditionFailure("a digest of SHA-256 has 32 bytes")
        }
        self = digest
    }
}

/// The ticket-granting ticket (TGT), which an issuer makes for itself: when, where and for which receiver it issued.
public struct GrantingTicket: Hashable, Sendable {
    public let interval: AssociationInterval
    public let jurisdiction: Jurisdiction
    public let receiver: ClientID

    init(interval: AssociationInterval, jurisdiction: Jurisdiction, receiver: ClientID) {
        self.interval = interval
        self.jurisdiction = jurisdiction
        self.receiver = receiver
    }

    /// Start 8 ‖ end 8 ‖ country 2 ‖ state 2 ‖ ClientID 32.
    var content: [UInt8] {
        interval.startBytes + interval.endBytes + jurisdiction.bytes + receiver.exposedBytes
    }

    init(content: [UInt8]) throws(AssociationError) {
        var reader = ByteReader(content, failure: AssociationError.wrongLength(content.count))
        let start = try reader.read(UInt64.self)
        let end = try reader.read(UInt64.self)
        let country = try reader.read(UInt16.self)
        let state = try reader.read(UInt16.self)
        let receiver = try ClientID(reader.readRest())
        guard let seconds = Int64(exactly: start), let interval = AssociationInterval(start: UnixTime(seconds)),
            Int64(exactly: end) == interval.end.seconds
        else {
            throw .malformed
        }
        self.init(interval: interval, jurisdiction: Jurisdiction(country: country, state: state), receiver: receiver)
    }

    static let contentSize = 52
}

extension LocalDaySecret {
    /// Reads a handle that this phone issued.
    ///
    /// - Throws: `notAuthentic` for a handle of the sealed profile that this phone did not make on this day. In the
    ///   exact profile nothing has a tag: only a digest in the issuer's log proves the origin.
    public func open(_ handle: TicketHandle) throws(AssociationError) -> GrantingTicket {
        let cipher = KerberosCipher(base: grantingKey, usage: .ticket)
        switch handle.profile {
        case .exact:
            let vector = Array(handle.bytes.prefix(SessionKey.size))
            let sealed = Array(handle.bytes.dropFirst(SessionKey.size))
            return try GrantingTicket(content: cipher.decrypt(sealed, vector: vector))
        case .sealed:
            return try GrantingTicket(content: cipher.open(handle.bytes))
        }
    }
}
