public import AssociationProtocol
public import ExposurePrimitives

/// A ticket with all that a report about it needs, as the phone that got it keeps it.
public struct ReceivedContact: Sendable {
    public let time: UnixTime
    public let myClientID: ClientID
    public let observedClientID: ClientID
    public let ticket: ReceivedTicket
    /// The key under which the issuer was on the air.
    public let peerKey: PublicAgreementKey
    public internal(set) var side: ExchangeSide

    /// Opens the delivery of the peer of `pair`.
    ///
    /// - Throws: `malformed` for bytes that are no delivery of that peer in this interval.
    init(
        opening bytes: [UInt8],
        with pair: PairAgreement,
        myClientID: ClientID,
        side: ExchangeSide,
        at time: UnixTime
    ) throws(ExchangeRefusal) {
        do {
            let delivery = try TicketDelivery(parsing: bytes, profile: pair.profile)
            observedClientID = try pair.open(delivery.seal)
            ticket = try pair.open(delivery.ticket, from: observedClientID)
        } catch {
            throw .malformed
        }
        peerKey = pair.peerKey
        self.myClientID = myClientID
        self.side = side
        self.time = time
    }
}
