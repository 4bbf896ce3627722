import ExposurePrimitives
public import HeraldPayloads

/// What an issuer logs about a ticket: enough to confirm an alert, and to open a box of the pairwise-private profile.
public struct IssuedTicketRecord: Hashable, Sendable {
    public let profile: RadioProfile
    public let interval: AssociationInterval
    public let jurisdiction: Jurisdiction
    /// SHA-256 of the ``TicketHandle``.
    public let handleDigest: Bytes32
    public let receiver: ClientID
    public let receiverKey: PublicAgreementKey

    public init(
        profile: RadioProfile,
        interval: AssociationInterval,
        jurisdiction: Jurisdiction,
        handleDigest: Bytes32,
        receiver: ClientID,
        receiverKey: PublicAgreementKey
    ) {
        self.profile = profile
        self.interval = interval
        self.jurisdiction = jurisdiction
        self.handleDigest = handleDigest
        self.receiver = receiver
        self.receiverKey = receiverKey
    }

    /// Whether an alert's handle is that of this ticket, so the contact was real. An authority that invents an exposure
    /// has no such handle.
    ///
    /// - Parameter secret: the local secret of the ticket's day.
    public func confirms(_ handle: TicketHandle, secret: LocalDaySecret) -> Bool {
        guard secret.day == interval.day, handle.profile == profile, handle.digest == handleDigest,
            let content = try? secret.open(handle)
        else {
            return false
        }
        return content == GrantingTicket(interval: interval, jurisdiction: jurisdiction, receiver: receiver)
    }

    /// The key of a box that the receiver would make about this ticket.
    ///
    /// - Parameter secret: the local secret of the ticket's day.
    /// - Throws: `otherDay` for a secret of another day.
    public func grantingSessionKey(secret: LocalDaySecret) throws(AssociationError) -> SessionKey {
        guard secret.day == interval.day else {
            throw .otherDay
        }
        return secret.grantingSessionKey(for: receiverKey, in: interval)
    }
}

extension IssuedTicket {
    public var record: IssuedTicketRecord {
        IssuedTicketRecord(
            profile: packet.profile,
            interval: interval,
            jurisdiction: packet.jurisdiction,
            handleDigest: handle.digest,
            receiver: receiver,
            receiverKey: receiverKey
        )
    }
}
