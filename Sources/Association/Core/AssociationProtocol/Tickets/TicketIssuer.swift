import ExposurePrimitives
public import HeraldPayloads

/// A phone as an issuer of tickets in one interval.
public struct TicketIssuer: Sendable {
    public let profile: RadioProfile
    public let jurisdiction: Jurisdiction
    public let identity: EphemeralIdentity
    /// This phone's ClientID in the interval.
    public let clientID: ClientID
    private let dayKeys: DayKeys
    private let localSecret: LocalDaySecret

    /// - Throws: `otherDay` unless keys and local secret are those of the interval's day.
    public init(
        identity: EphemeralIdentity,
        dayKeys: DayKeys,
        localSecret: LocalDaySecret,
        jurisdiction: Jurisdiction,
        profile: RadioProfile
    ) throws(AssociationError) {
        guard localSecret.day == identity.interval.day else {
            throw .otherDay
        }
        clientID = try dayKeys.clientID(in: identity.interval)
        self.identity = identity
        self.dayKeys = dayKeys
        self.localSecret = localSecret
        self.jurisdiction = jurisdiction
        self.profile = profile
    }

    public var interval: AssociationInterval { identity.interval }

    /// The packet that shows this phone's key.
    public func identityPacket(_ attestation: IdentityAttestation? = nil) throws(AssociationError) -> IdentityPacket {
        try IdentityPacket(
            profile: profile,
            jurisdiction: jurisdiction,
            publicKey: identity.publicKey,
            attestation: attestation
        )
    }

    /// - Throws: `unusableKey` if the peer shows this phone's own key or one of small order.
    public func pair(with peer: PublicAgreementKey) throws(AssociationError) -> PairAgreement {
        try PairAgreement(own: identity, peer: peer, profile: profile)
    }

    /// Issues a ticket to the peer of `pair`.
    ///
    /// In the exact profile the same peer and name give the same bytes. In the sealed profile each call gives other
    /// bytes, so an exchange keeps the ticket and sends it again.
    ///
    /// - Parameters:
    ///   - receiver: the ClientID that the peer sealed for this phone.
    ///   - observation: goes into the ticket in the sealed profile.
    public func issue(
        to pair: PairAgreement,
        receiver: ClientID,
        observation: IssuerObservation? = nil,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> IssuedTicket {
        let confounders = TicketConfounders(
            grantingTicket: Bytes16.random(using: &generator),
            ticket: Bytes16.random(using: &generator)
        )
        return try issue(to: pair, receiver: receiver, observation: observation, confounders)
    }

    func issue(
        to pair: PairAgreement,
        receiver: ClientID,
        observation: IssuerObservation?,
        _ confounders: TicketConfounders
    ) throws(AssociationError) -> IssuedTicket {
        guard pair.profile == profile, pair.ownKey == identity.publicKey, pair.interval == interval else {
            throw .malformed
        }
        let serverKey = localSecret.serverSessionKey(for: pair.peerKey, named: receiver, in: interval)
        let contents = CTSTicketContents(
            receiver: receiver,
            interval: interval,
            sessionKey: serverKey,
            observation: observation
        )
        let ticket = try contents.encrypt(under: dayKeys, profile: profile, confounder: confounders.ticket)
        let packet =
            switch profile {
            case .exact: try exactPacket(for: pair, contents, ticket)
            case .sealed: try sealedPacket(for: pair, contents, ticket, confounders.grantingTicket)
            }
        return IssuedTicket(
            packet: packet,
            interval: interval,
            receiver: receiver,
            receiverKey: pair.peerKey,
            handle: try packet.handle
        )
    }

    private func exactPacket(
        for pair: PairAgreement,
        _ contents: CTSTicketContents,
        _ ticket: CTSTicket
    ) throws(AssociationError) -> TicketPacket {
        let sessionKey = localSecret.grantingSessionKey(for: pair.peerKey, in: interval)
        let wrapping = KerberosCipher(base: pair.outgoing.wrapKey, usage: .sessionKeyReply)
        let wrapped = try wrapping.encrypt(sessionKey.exposedBytes)
        let replying = KerberosCipher(base: sessionKey.bytes, usage: .ticketReply)
        return TicketPacket(
            profile: .exact,
            jurisdiction: jurisdiction,
            wrapped: wrapped,
            grantingTicket: try grantingCipher.encrypt(grantingContent(for: contents.receiver), vector: wrapped),
            ticket: ticket,
            sealedSessionKey: try replying.encrypt(contents.sessionKey.exposedBytes)
        )
    }

    private func sealedPacket(
        for pair: PairAgreement,
        _ contents: CTSTicketContents,
        _ ticket: CTSTicket,
        _ confounder: Bytes16
    ) throws(AssociationError) -> TicketPacket {
        let keys = pair.outgoing
        let sessionKey = localSecret.grantingSessionKey(for: pair.peerKey, in: interval)
        let secrets = sessionKey.exposedBytes + contents.sessionKey.exposedBytes
        return TicketPacket(
            profile: .sealed,
            jurisdiction: jurisdiction,
            wrapped: try SealedBox.seal(
                secrets + clientID.exposedBytes + interval.startBytes + interval.endBytes,
                key: keys.wrapKey,
                authenticating: keys.authenticatedData(.sealedTicket, jurisdiction)
            ),
            grantingTicket: try grantingCipher.seal(grantingContent(for: contents.receiver), confounder: confounder),
            ticket: ticket,
            sealedSessionKey: []
        )
    }

    private var grantingCipher: KerberosCipher {
        KerberosCipher(base: localSecret.grantingKey, usage: .ticket)
    }

    private func grantingContent(for receiver: ClientID) -> [UInt8] {
        GrantingTicket(interval: interval, jurisdiction: jurisdiction, receiver: receiver).content
    }
}

/// The random blocks of a ticket of the sealed profile.
struct TicketConfounders {
    let grantingTicket: Bytes16
    let ticket: Bytes16
}

/// A ticket as its issuer remembers it.
public struct IssuedTicket: Sendable {
    public let packet: TicketPacket
    public let interval: AssociationInterval
    public let receiver: ClientID
    public let receiverKey: PublicAgreementKey
    /// Its digest is in the issuer's log, and confirms an alert.
    public let handle: TicketHandle
}
