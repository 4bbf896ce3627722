public import AssociationProtocol

/// A validated contact: somebody who reported met this account's phone. It has neither the ticket nor a ClientID.
public struct ContactEdge: Hashable, Sendable {
    /// The account whose phone issued the ticket.
    public let issuer: RegistrationID
    public let interval: AssociationInterval
    public let scans: [MeasuredScan]
    /// With this the issuer's phone confirms that the contact was real. Nil if the reporting phone sent none.
    public let handle: TicketHandle?

    public init(issuer: RegistrationID, interval: AssociationInterval, scans: [MeasuredScan], handle: TicketHandle?) {
        self.issuer = issuer
        self.interval = interval
        self.scans = scans
        self.handle = handle
    }
}

/// A contact that passed every check that needs no store, and the mark that refuses its ticket a second time.
public struct CheckedContact: Hashable, Sendable {
    public let edge: ContactEdge
    public let ticket: TicketMark

    public init(edge: ContactEdge, ticket: TicketMark) {
        self.edge = edge
        self.ticket = ticket
    }
}

/// SHA-256 of a CTSTicket. Nobody gets the ticket back from it.
public struct TicketMark: Hashable, Sendable {
    public let bytes: Bytes32

    public init(_ bytes: Bytes32) {
        self.bytes = bytes
    }

    /// Days for which a mark lives after the contact: 14 in which the contact can be reported, and 15 more.
    public static let life = 29
}
