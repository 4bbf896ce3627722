import HeraldPayloads

/// The bytes that a phone writes to the one that it connected to: its identity and its ClientID, sealed for that peer.
public struct PeerIntroduction: Hashable, Sendable {
    public let identity: IdentityPacket
    public let seal: SealPacket

    /// - Throws: `malformed` unless both packets have the same profile and jurisdiction.
    public init(identity: IdentityPacket, seal: SealPacket) throws(AssociationError) {
        guard identity.profile == seal.profile, identity.jurisdiction == seal.jurisdiction else {
            throw .malformed
        }
        self.identity = identity
        self.seal = seal
    }

    /// Reads both packets, each with its header.
    public init(parsing bytes: some Collection<UInt8>, profile: RadioProfile) throws(AssociationError) {
        let sealSize = HeraldHeader.size + SealPacket.size(profile)
        try self.init(
            identity: IdentityPacket(parsing: Array(bytes.dropLast(sealSize)), profile: profile),
            seal: SealPacket(parsing: Array(bytes.suffix(sealSize)), profile: profile)
        )
    }

    public var bytes: [UInt8] { identity.bytes + seal.bytes }
}

/// The bytes that a phone reads from the one that it connected to, or writes to it: the issuer's ClientID, sealed, and
/// a ticket.
public struct TicketDelivery: Hashable, Sendable {
    public let seal: SealPacket
    public let ticket: TicketPacket

    /// - Throws: `malformed` unless both packets have the same profile and jurisdiction.
    public init(seal: SealPacket, ticket: TicketPacket) throws(AssociationError) {
        guard seal.profile == ticket.profile, seal.jurisdiction == ticket.jurisdiction else {
            throw .malformed
        }
        self.seal = seal
        self.ticket = ticket
    }

    /// Reads both packets, each with its header.
    public init(parsing bytes: some Collection<UInt8>, profile: RadioProfile) throws(AssociationError) {
        let sealSize = HeraldHeader.size + SealPacket.size(profile)
        try self.init(
            seal: SealPacket(parsing: Array(bytes.prefix(sealSize)), profile: profile),
            ticket: TicketPacket(parsing: Array(bytes.dropFirst(sealSize)), profile: profile)
        )
    }

    public var bytes: [UInt8] { seal.bytes + ticket.bytes }
}
