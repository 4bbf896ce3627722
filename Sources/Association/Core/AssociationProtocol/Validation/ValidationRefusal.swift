/// The step of the validation that a claim fails. The outside never learns it: every batch gets the same answer.
/// Metrics count these.
public enum ValidationRefusal: String, Error, CaseIterable, Sendable {
    /// Step 1: no account has the batch's number. The decoys of phones end here.
    case noAccount = "NO_ACCOUNT"
    /// Step 1: no key of the account authenticates the batch.
    case badBatch = "BAD_BATCH"
    /// Steps 2 and 3: the account has no such right, or its right does not name the batch.
    case badRight = "BAD_RIGHT"
    /// Step 4: the record breaks the layout.
    case malformed = "MALFORMED"
    /// Step 4: the contact is outside the days in which the person was infectious, or in the future.
    case outsideWindow = "OUTSIDE_WINDOW"
    /// Step 4: a contact at an authority that takes boxes, a box at one that takes contacts, or a box of another size.
    case otherForm = "OTHER_FORM"
    /// Step 4: the report has as many boxes as it may have.
    case tooMany = "TOO_MANY"
    /// Step 5: MyClientID is not the uploader's at that time.
    case notYourID = "NOT_YOUR_ID"
    /// Step 6: no account had ObservedClientID at that time.
    case unknownIssuer = "UNKNOWN_ISSUER"
    /// Step 6: the issuer has another authority, and there is no agreement with it.
    case noPartner = "NO_PARTNER"
    /// Step 6: issuer and uploader are the same account.
    case ownContact = "SELF"
    /// Steps 7 and 8: the issuer did not issue this ticket to MyClientID in these intervals.
    case badTicket = "BAD_TICKET"
    /// Step 9: the ticket was not valid when it was received.
    case outsideValidity = "OUTSIDE_VALIDITY"
    /// Step 10: the uploader does not know the ticket's session key, or it stands for another ClientID.
    case badAuthenticator = "BAD_AUTHENTICATOR"
    /// Step 10: the authenticator was made for another event.
    case checksum = "CHECKSUM"
    /// Step 10: the authenticator is too old or from the future.
    case staleAuthenticator = "STALE_AUTHENTICATOR"
    /// Step 10: the same authenticator came before, or the ticket under another right.
    case replay = "REPLAY"
}
