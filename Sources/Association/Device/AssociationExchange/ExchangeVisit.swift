public import AssociationProtocol
public import ExposurePrimitives

/// The calling side of one exchange: this phone has read the identity of the phone that it connected to.
public struct ExchangeVisit: Sendable {
    private let issuer: TicketIssuer
    let pair: PairAgreement
    private let attestation: IdentityAttestation?

    /// - Parameters:
    ///   - identity: the bytes that were read.
    ///   - attestation: that of this phone's own identity.
    /// - Throws: `malformed` for bytes that are no identity, and for one that `policy` refuses.
    public init(
        identity: [UInt8],
        issuer: TicketIssuer,
        attestation: IdentityAttestation? = nil,
        policy: AttestationPolicy
    ) throws(ExchangeRefusal) {
        do {
            let packet = try IdentityPacket(parsing: identity, profile: issuer.profile)
            try packet.verify(policy, in: issuer.interval)
            pair = try issuer.pair(with: packet.publicKey)
        } catch {
            throw .malformed
        }
        self.issuer = issuer
        self.attestation = attestation
    }

    /// The key that the other phone shows in this interval.
    public var peerKey: PublicAgreementKey { pair.peerKey }

    /// The bytes to write: this phone's identity and seal.
    public func introduction() throws(AssociationError) -> [UInt8] {
        try PeerIntroduction(
            identity: issuer.identityPacket(attestation),
            seal: pair.seal(issuer.clientID, jurisdiction: issuer.jurisdiction)
        ).bytes
    }

    /// Takes the seal that was read after the introduction.
    ///
    /// - Returns: the ClientID of the other phone. In the sealed profile only the phone with the private half of
    ///   ``peerKey`` can have made the seal.
    /// - Throws: `malformed` for bytes that are no seal of that phone for this one.
    public func open(_ seal: [UInt8]) throws(ExchangeRefusal) -> ClientID {
        do {
            return try pair.open(SealPacket(parsing: seal, profile: issuer.profile))
        } catch {
            throw .malformed
        }
    }

    /// Takes the bytes of the ticket that was read.
    public func accept(_ delivery: [UInt8], at time: UnixTime) throws(ExchangeRefusal) -> ReceivedContact {
        try ReceivedContact(opening: delivery, with: pair, myClientID: issuer.clientID, side: .calling, at: time)
    }
}
