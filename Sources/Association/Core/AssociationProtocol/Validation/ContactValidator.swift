public import ExposurePrimitives

/// The steps of the validation of a claim that need no store (docs/association-protocol.md, steps 4, 5, 7 to 10).
///
/// Between steps 5 and 7 the caller looks the issuer up by ObservedClientID. After step 10 it consults its records of
/// authenticators and tickets.
public struct ContactValidator: Sendable {
    /// When the authority received the record. For a forwarded one, when the first authority did.
    public let receiptTime: UnixTime

    public init(receiptTime: UnixTime) {
        self.receiptTime = receiptTime
    }

    /// Step 4: the contact is within the infectious days and not in the future.
    public func checkTime(of claim: ContactClaim, within window: ClosedRange<UnixTime>) throws(ValidationRefusal) {
        guard window.contains(claim.timeReceived),
            claim.timeReceived <= receiptTime.advanced(bySeconds: Self.tolerance)
        else {
            throw .outsideWindow
        }
    }

    /// Step 5: MyClientID is the authenticated uploader's at that time.
    public func checkUploader(of claim: ContactClaim, keys: AccountKeys) throws(ValidationRefusal) {
        guard keys.interval(of: claim.myClientID, around: claim.timeReceived) != nil else {
            throw .notYourID
        }
    }

    /// Steps 7 to 9: the issuer made the ticket for MyClientID, and it was valid when it was received.
    public func openTicket(of claim: ContactClaim, issuer keys: AccountKeys) throws(ValidationRefusal)
        -> CTSTicketContents
    {
        var opened: CTSTicketContents?
        for interval in AssociationInterval(clamping: claim.timeReceived).neighbourhood {
            guard let dayKeys = keys[interval.day] else {
                continue
            }
            let contents = try? CTSTicketContents(
                opening: claim.ticket,
                under: dayKeys,
                receiver: claim.myClientID,
                interval: interval
            )
            opened = contents ?? opened
        }
        guard let opened else {
            throw .badTicket
        }
        let start = opened.interval.start.advanced(bySeconds: -Self.tolerance)
        let end = opened.interval.end.advanced(bySeconds: Self.tolerance)
        guard (start..<end).contains(claim.timeReceived) else {
            throw .outsideValidity
        }
        return opened
    }

    /// Step 10 without its stores: the uploader knows the session key and stands for exactly this event, now.
    ///
    /// - Returns: the authenticator. The caller refuses a moment that it has seen for this ticket.
    public func checkAuthenticator(
        of claim: ContactClaim,
        under key: SessionKey
    ) throws(ValidationRefusal) -> Authenticator {
        guard let authenticator = try? Authenticator(opening: claim.authenticator, under: key),
            authenticator.clientID == claim.myClientID
        else {
            throw .badAuthenticator
        }
        guard authenticator.eventDigest == claim.eventDigest else {
            throw .checksum
        }
        guard authenticator.moment.time.seconds(since: receiptTime).magnitude <= UInt64(Self.tolerance) else {
            throw .staleAuthenticator
        }
        return authenticator
    }

    /// Seconds by which two clocks may differ (RFC 4120 section 5.5.1).
    public static let tolerance: Int64 = 300
}
