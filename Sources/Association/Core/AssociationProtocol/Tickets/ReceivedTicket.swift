import ExposurePrimitives
public import HeraldPayloads

/// A ticket as its receiver keeps it for a report.
public struct ReceivedTicket: Sendable {
    public let profile: RadioProfile
    /// The jurisdiction of the issuer's authority, by the packet's header.
    public let jurisdiction: Jurisdiction
    public let interval: AssociationInterval
    /// TGSSessionKey, which the pairwise-private profile needs.
    public let grantingSessionKey: SessionKey
    /// ClientServerSessionKey, which authenticates an upload.
    public let serverSessionKey: SessionKey
    public let ticket: CTSTicket
    public let handle: TicketHandle

    /// TGS 16 ‖ CSS 16 ‖ ClientID 32 ‖ start 8 ‖ end 8.
    static let wrappedContentSize = 80
}

extension PairAgreement {
    /// Opens the ticket that the peer issued to this phone.
    ///
    /// - Parameter issuer: the ClientID from the peer's seal.
    /// - Throws: `notAuthentic` in the sealed profile if anything that this phone can read was changed or names another
    ///   issuer or interval. The exact profile cannot notice: then the keys are random.
    public func open(_ packet: TicketPacket, from issuer: ClientID) throws(AssociationError) -> ReceivedTicket {
        guard packet.profile == profile else {
            throw .malformed
        }
        let (granting, server) = try sessionKeys(of: packet, from: issuer)
        return ReceivedTicket(
            profile: profile,
            jurisdiction: packet.jurisdiction,
            interval: interval,
            grantingSessionKey: granting,
            serverSessionKey: server,
            ticket: packet.ticket,
            handle: try packet.handle
        )
    }

    private func sessionKeys(
        of packet: TicketPacket,
        from issuer: ClientID
    ) throws(AssociationError) -> (granting: SessionKey, server: SessionKey) {
        let keys = incoming
        switch profile {
        case .exact:
            let granting = SessionKey(
                derived: try KerberosCipher(base: keys.wrapKey, usage: .sessionKeyReply).decrypt(packet.wrapped)
            )
            let cipher = KerberosCipher(base: granting.bytes, usage: .ticketReply)
            return (granting, SessionKey(derived: try cipher.decrypt(packet.sealedSessionKey)))
        case .sealed:
            let data = keys.authenticatedData(.sealedTicket, packet.jurisdiction)
            let content = try SealedBox.open(packet.wrapped, key: keys.wrapKey, authenticating: data)
            let proven = issuer.exposedBytes + interval.startBytes + interval.endBytes
            guard SecretBytes(content.dropFirst(2 * SessionKey.size)) == SecretBytes(proven) else {
                throw .notAuthentic
            }
            let server = content.dropFirst(SessionKey.size).prefix(SessionKey.size)
            return (SessionKey(derived: content.prefix(SessionKey.size)), SessionKey(derived: server))
        }
    }
}
