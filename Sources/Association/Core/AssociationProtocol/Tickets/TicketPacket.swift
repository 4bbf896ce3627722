public import HeraldPayloads

/// The third packet of an exchange, written or read: a ticket from its issuer to one receiver. Its body has 148 bytes,
/// 284 in the sealed profile.
public struct TicketPacket: Hashable, Sendable {
    public let profile: RadioProfile
    public let jurisdiction: Jurisdiction
    /// The session keys for the receiver, in the part before the TGT: F1, or EncPart in the sealed profile.
    let wrapped: [UInt8]
    /// F2.
    let grantingTicket: [UInt8]
    /// F3.
    public let ticket: CTSTicket
    /// F4, the ClientServerSessionKey; empty in the sealed profile.
    let sealedSessionKey: [UInt8]

    init(
        profile: RadioProfile,
        jurisdiction: Jurisdiction,
        wrapped: [UInt8],
        grantingTicket: [UInt8],
        ticket: CTSTicket,
        sealedSessionKey: [UInt8]
    ) {
        self.profile = profile
        self.jurisdiction = jurisdiction
        self.wrapped = wrapped
        self.grantingTicket = grantingTicket
        self.ticket = ticket
        self.sealedSessionKey = sealedSessionKey
    }

    /// Reads header and body.
    public init(parsing bytes: some Collection<UInt8>, profile: RadioProfile) throws(AssociationError) {
        let packet = try FramedPacket(parsing: bytes, kind: .ticket(profile), sizes: [Self.size(profile)])
        var reader = ByteReader(packet.body, failure: AssociationError.wrongLength(bytes.count))
        self.init(
            profile: profile,
            jurisdiction: packet.jurisdiction,
            wrapped: try reader.readBytes(Self.wrappedSize(profile)),
            grantingTicket: try reader.readBytes(Self.grantingTicketSize(profile)),
            ticket: try CTSTicket(reader.readBytes(CTSTicket.size(profile))),
            sealedSessionKey: reader.readRest()
        )
    }

    /// Header and body.
    public var bytes: [UInt8] {
        let body = wrapped + grantingTicket + ticket.bytes + sealedSessionKey
        return FramedPacket(kind: .ticket(profile), jurisdiction: jurisdiction, body: body).bytes
    }

    /// What the receiver keeps for the issuer.
    var handle: TicketHandle {
        get throws(AssociationError) {
            try TicketHandle(profile == .exact ? wrapped + grantingTicket : grantingTicket)
        }
    }

    /// The size of a body.
    public static func size(_ profile: RadioProfile) -> Int {
        wrappedSize(profile) + grantingTicketSize(profile) + CTSTicket.size(profile)
            + (profile == .exact ? SessionKey.size : 0)
    }

    private static func wrappedSize(_ profile: RadioProfile) -> Int {
        profile == .exact ? SessionKey.size : ReceivedTicket.wrappedContentSize + SealedBox.tagSize
    }

    private static func grantingTicketSize(_ profile: RadioProfile) -> Int {
        GrantingTicket.contentSize + (profile == .exact ? 0 : KerberosCipher.overhead)
    }
}
