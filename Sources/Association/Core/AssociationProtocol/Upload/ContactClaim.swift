public import ExposurePrimitives
import HeraldPayloads

/// What a reporting phone claims about one contact, without the measurements: all that an authority needs to validate
/// it. An authority forwards this to the one whose phone issued the ticket.
public struct ContactClaim: Hashable, Sendable {
    /// When the reporting phone got the ticket.
    public let timeReceived: UnixTime
    /// The reporting phone's ClientID, as given to the issuer.
    public let myClientID: ClientID
    public let ticket: CTSTicket
    public let authenticator: SealedAuthenticator
    /// The issuer's ClientID, from its seal.
    public let observedClientID: ClientID
    /// SHA-256 of the ``RiskExposureDetails``.
    public let detailsDigest: Bytes32

    public init(
        timeReceived: UnixTime,
        myClientID: ClientID,
        ticket: CTSTicket,
        authenticator: SealedAuthenticator,
        observedClientID: ClientID,
        detailsDigest: Bytes32
    ) {
        self.timeReceived = timeReceived
        self.myClientID = myClientID
        self.ticket = ticket
        self.authenticator = authenticator
        self.observedClientID = observedClientID
        self.detailsDigest = detailsDigest
    }

    /// The digest to which the authenticator is bound.
    public var eventDigest: Bytes32 {
        Self.eventDigest(
            timeReceived: timeReceived,
            myClientID: myClientID,
            ticket: ticket,
            observedClientID: observedClientID,
            detailsDigest: detailsDigest
        )
    }

    /// SHA-256 of `HAA1 event` ‖ time 8 ‖ MyClientID ‖ length 2 ‖ CTSTicket ‖ ObservedClientID ‖ digest of the details.
    static func eventDigest(
        timeReceived: UnixTime,
        myClientID: ClientID,
        ticket: CTSTicket,
        observedClientID: ClientID,
        detailsDigest: Bytes32
    ) -> Bytes32 {
        let time = [UInt8](UInt64(clamping: timeReceived.seconds))
        let size = [UInt8](UInt16(clamping: ticket.bytes.count))
        let identifiers = (mine: myClientID.exposedBytes, observed: observedClientID.exposedBytes)
        let head = Array("HAA1 event".utf8) + time + identifiers.mine
        return Bytes32(hashing: head + size + ticket.bytes + identifiers.observed + detailsDigest.bytes)
    }
}
