public import AssociationProtocol
public import ExposurePrimitives
public import PhonePorts

/// The answering side of all exchanges of one interval: it shows this phone's identity, takes introductions and
/// tickets, and gives tickets to phones that nobody can call.
///
/// A new interval has a new responder. The old one answers `staleInterval`, except over a connection whose introduction
/// came in time: that exchange may end within ``/AssociationProtocol/EphemeralIdentity/grace``.
public struct ExchangeResponder: Sendable {
    public let issuer: TicketIssuer
    private let identity: [UInt8]
    private let policy: AttestationPolicy
    private let limits: ExchangeLimits
    private var visits: [ConnectionID: Visit] = [:]
    /// The peers of introductions. The same bytes again cost nothing, so they take no share of the callers'.
    private var introduced: [[UInt8]: Peer] = [:]
    private var deliveries: [PublicAgreementKey: Delivery] = [:]
    /// Callers that got a ticket.
    private var receivers = 0
    /// The minute of the last introduction, and how many came in it.
    private var minute: (number: Int64, introductions: Int) = (0, 0)
    /// The key agreements that callers have caused. Tests bound the work of a phone with it.
    public private(set) var agreements = 0

    /// A connection over which somebody introduced itself.
    private struct Visit: Sendable {
        var introductions = 0
        var deliveries = 0
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
        /// That of its record: a ticket with a measurement may have taken its place.
        let handleDigest: Bytes32
        /// Whether it says how strong the receiver's signal was.
        let isMeasured: Bool
        /// Whether it counts among ``receivers``.
        var isForCaller = false
        /// Whether its record is stored. Before, nobody else gets it.
        var isKept = false
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
        var visit = visits[connection] ?? Visit()
        guard visit.introductions < limits.maxIntroductions else {
            throw .rateLimited
        }
        visit.introductions += 1
        visit.peer = introduced[bytes]
        visits[connection] = visit
        guard visit.peer == nil else {
            return
        }
        try countIntroduction(at: time)
        do {
            let introduction = try PeerIntroduction(parsing: bytes, profile: issuer.profile)
            try introduction.identity.verify(policy, in: issuer.interval)
            agreements += 1
            let pair = try issuer.pair(with: introduction.identity.publicKey)
            let peer = Peer(pair: pair, clientID: try pair.open(introduction.seal))
            introduced[bytes] = peer
            visits[connection]?.peer = peer
        } catch {
            throw .malformed
        }
    }

    /// This phone's ClientID, sealed for the peer that introduced itself over `connection`.
    public func readSeal(over connection: ConnectionID, at time: UnixTime) throws(ExchangeRefusal) -> [UInt8] {
        let peer = try introducedPeer(over: connection, at: time)
        do {
            return try seal(for: peer.pair).bytes
        } catch {
            throw .malformed
        }
    }

    /// The ticket for the peer that introduced itself over `connection`: the same bytes at each read.
    ///
    /// - Returns: the bytes, and at the first read the record for this phone's log. The bytes may leave after
    ///   ``confirm(_:)``. Other reads are refused with `notReady` until then.
    public mutating func readDelivery(
        over connection: ConnectionID,
        observation: IssuerObservation?,
        at time: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(ExchangeRefusal) -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        let peer = try introducedPeer(over: connection, at: time)
        guard receivers < limits.maxReceivers || deliveries[peer.pair.peerKey] != nil else {
            throw .rateLimited
        }
        let delivery = try give(to: peer, observation, using: &generator)
        if delivery.record != nil {
            receivers += 1
            deliveries[peer.pair.peerKey]?.isForCaller = true
        }
        return delivery
    }

    /// The ticket for a phone that this one called: the same as for a caller with the same key.
    ///
    /// - Parameter clientID: what that phone sealed for this one.
    /// - Returns: as ``readDelivery(over:observation:at:using:)``.
    public mutating func delivery(
        to clientID: ClientID,
        of visit: ExchangeVisit,
        observation: IssuerObservation?,
        using generator: inout some RandomNumberGenerator
    ) throws(ExchangeRefusal) -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        try give(to: Peer(pair: visit.pair, clientID: clientID), observation, using: &generator)
    }

    @available(*, deprecated, renamed: "delivery(to:of:observation:using:)")
    public mutating func delivery(
        for contact: ReceivedContact,
        of visit: ExchangeVisit,
        observation: IssuerObservation?,
        using generator: inout some RandomNumberGenerator
    ) throws(ExchangeRefusal) -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        try delivery(to: contact.observedClientID, of: visit, observation: observation, using: &generator)
    }

    /// Takes a ticket back that has not left this phone, because its record could not be stored.
    public mutating func withdraw(_ record: IssuedTicketRecord) {
        guard let delivery = deliveries[record.receiverKey], delivery.handleDigest == record.handleDigest else {
            return
        }
        deliveries[record.receiverKey] = nil
        receivers -= delivery.isForCaller ? 1 : 0
    }

    /// Notes that the record of a ticket is stored, so the ticket may leave.
    public mutating func confirm(_ record: IssuedTicketRecord) {
        if deliveries[record.receiverKey]?.handleDigest == record.handleDigest {
            deliveries[record.receiverKey]?.isKept = true
        }
    }

    private mutating func give(
        to peer: Peer,
        _ observation: IssuerObservation?,
        using generator: inout some RandomNumberGenerator
    ) throws(ExchangeRefusal) -> (bytes: [UInt8], record: IssuedTicketRecord?) {
        // Somebody who repeats the receiver's introduction can have a ticket without a measurement made for it.
        let isBetter = issuer.profile == .sealed && (observation ?? .none).rssi != IssuerObservation.none.rssi
        if let given = deliveries[peer.pair.peerKey], given.isMeasured || !isBetter || given.receiver != peer.clientID {
            // A key gets one ticket. Another ClientID under the same key would be another person.
            guard given.receiver == peer.clientID else {
                throw .rateLimited
            }
            guard given.isKept else {
                throw .notReady
            }
            return (given.bytes, nil)
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
        let bytes = try TicketDelivery(seal: seal(for: peer.pair), ticket: issued.packet).bytes
        deliveries[peer.pair.peerKey] = Delivery(
            receiver: peer.clientID,
            bytes: bytes,
            handleDigest: issued.handle.digest,
            isMeasured: (observation ?? .none).rssi != IssuerObservation.none.rssi
        )
        return (bytes, issued.record)
    }

    private func seal(for pair: PairAgreement) throws(AssociationError) -> SealPacket {
        try pair.seal(issuer.clientID, jurisdiction: issuer.jurisdiction)
    }

    /// Takes a ticket that the peer writes.
    public mutating func acceptDelivery(
        _ bytes: [UInt8],
        over connection: ConnectionID,
        at time: UnixTime
    ) throws(ExchangeRefusal) -> ReceivedContact {
        let peer = try introducedPeer(over: connection, at: time)
        guard let count = visits[connection]?.deliveries, count < limits.maxIntroductions else {
            throw .rateLimited
        }
        visits[connection]?.deliveries += 1
        let contact = try ReceivedContact(
            opening: bytes,
            with: peer.pair,
            myClientID: issuer.clientID,
            side: .answering,
            at: time
        )
        guard contact.observedClientID == peer.clientID else {
            throw .malformed
        }
        return contact
    }

    /// Forgets a connection that has ended. Tickets that were given stay the same in another connection.
    public mutating func forget(_ connection: ConnectionID) {
        visits[connection] = nil
    }

    /// Whether somebody introduced itself over `connection` and can still end the exchange.
    public func knows(_ connection: ConnectionID) -> Bool {
        visits[connection] != nil
    }

    private func introducedPeer(over connection: ConnectionID, at time: UnixTime) throws(ExchangeRefusal) -> Peer {
        guard issuer.interval.start <= time, time < issuer.identity.erasure else {
            throw .staleInterval
        }
        guard let peer = visits[connection]?.peer else {
            try requireInterval(time)
            throw .notReady
        }
        return peer
    }

    private mutating func countIntroduction(at time: UnixTime) throws(ExchangeRefusal) {
        let number = time.seconds / Self.secondsPerMinute
        let count = minute.number == number ? minute.introductions : 0
        guard count < limits.maxIntroductionsPerMinute else {
            throw .rateLimited
        }
        minute = (number, count + 1)
    }

    private static let secondsPerMinute: Int64 = 60

    private func requireInterval(_ time: UnixTime) throws(ExchangeRefusal) {
        guard AssociationInterval(clamping: time) == issuer.interval else {
            throw .staleInterval
        }
    }
}

@available(*, deprecated, renamed: "ExchangeResponder")
public typealias ExchangeDesk = ExchangeResponder
