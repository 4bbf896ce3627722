public import AssociationProtocol
public import ExposurePrimitives
public import PhonePorts

/// The answering side of all exchanges of one interval: it shows this phone's identity, takes introductions, gives
/// tickets and takes those of phones that cannot advertise.
///
/// A new interval has a new desk. The old one then answers nothing but `staleInterval`.
public struct ExchangeDesk: Sendable {
    public let issuer: TicketIssuer
    private let identity: [UInt8]
    private let policy: AttestationPolicy
    private let limits: ExchangeLimits
    private var visits: [ConnectionID: Visit] = [:]
    private var deliveries: [PublicAgreementKey: Delivery] = [:]

    /// A connection over which somebody introduced itself.
    private struct Visit: Sendable {
        var introductions: Int
        var peer: Peer?
    }

    private struct Peer: Sendable {
        let pair: PairAgreement
        let clientID: ClientID
    }

    /// A ticket that was given, which is given again as it is.
    private struct Delivery: Sendable {
        let receiver: ClientID
        let bytes: [UInt8]
    }

    /// - Throws: `malformed` for an attestation in the exact profile.
    public init(
        issuer: TicketIssuer,
        attestation: IdentityAttestation? = nil,
        policy: AttestationPolicy,
        limits: ExchangeLimits = ExchangeLimits()
    ) throws(AssociationError) {
        identity = try issuer.identityPacket(attestation).bytes
        self.issuer = issuer
        self.policy = policy
        self.limits = limits
    }

    /// The bytes of this phone's identity.
    public func readIdentity(at time: UnixTime) throws(ExchangeRefusal) -> [UInt8] {
        try requireInterval(time)
        return identity
    }

    /// Takes a peer's identity and seal.
    public mutating func acceptIntroduction(
        _ bytes: [UInt8],
        over connection: ConnectionID,
        at time: UnixTime
    ) throws(ExchangeRefusal) {
        try requireInterval(time)
        var visit = visits[connection] ?? Visit(introductions: 0)
        guard visit.introductions < limits.maxIntroductions else {
            throw .rateLimited
        }
        visit.introductions += 1
        visit.peer = nil
        visits[connection] = visit
        do {
            let introduction = try PeerIntroduction(parsing: bytes, profile: issuer.profile)
            try introduction.identity.verify(policy, in: issuer.interval)
            let pair = try issuer.pair(with: introduction.identity.publicKey)
            visits[connection]?.peer = Peer(pair: pair, clientID: try pair.open(introduction.seal))
        } catch {
            throw .malformed
        }
    }

    /// The ticket for the peer that introduced itself over `connection`: the same bytes at each read.
    ///
    /// - Returns: the bytes, and at the first read the record for this phone's log.
    public mutating func readDelivery(
        over connection: ConnectionID,
        observation: IssuerObservation?,
        at time: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(ExchangeRefusal) -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        try requireInterval(time)
        guard let peer = visits[connection]?.peer else {
            throw .notReady
        }
        if let given = deliveries[peer.pair.peerKey] {
            // A key gets one ticket. Another ClientID under the same key would be another person.
            guard given.receiver == peer.clientID else {
                throw .rateLimited
            }
            return (given.bytes, nil)
        }
        guard deliveries.count < limits.maxReceivers else {
            throw .rateLimited
        }
        do throws(AssociationError) {
            return try issue(to: peer, observation, using: &generator)
        } catch {
            throw .malformed
        }
    }

    private mutating func issue(
        to peer: Peer,
        _ observation: IssuerObservation?,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        let issued = try issuer.issue(
            to: peer.pair,
            receiver: peer.clientID,
            observation: observation,
            using: &generator
        )
        let seal = try peer.pair.seal(issuer.clientID, jurisdiction: issuer.jurisdiction)
        let bytes = try TicketDelivery(seal: seal, ticket: issued.packet).bytes
        deliveries[peer.pair.peerKey] = Delivery(receiver: peer.clientID, bytes: bytes)
        return (bytes, issued.record)
    }

    /// Takes the ticket of a phone that cannot advertise, so nobody can read it there.
    public func acceptDelivery(
        _ bytes: [UInt8],
        over connection: ConnectionID,
        at time: UnixTime
    ) throws(ExchangeRefusal) -> ReceivedContact {
        try requireInterval(time)
        guard let peer = visits[connection]?.peer else {
            throw .notReady
        }
        let contact = try ReceivedContact(opening: bytes, with: peer.pair, myClientID: issuer.clientID, at: time)
        guard contact.observedClientID == peer.clientID else {
            throw .malformed
        }
        return contact
    }

    /// Forgets a connection that has ended. Tickets that were given stay the same in another connection.
    public mutating func forget(_ connection: ConnectionID) {
        visits[connection] = nil
    }

    private func requireInterval(_ time: UnixTime) throws(ExchangeRefusal) {
        guard AssociationInterval(clamping: time) == issuer.interval else {
            throw .staleInterval
        }
    }
}
