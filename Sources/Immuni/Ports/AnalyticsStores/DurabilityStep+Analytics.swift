public import Persistence

extension DurabilityStep {
    /// A release is in the ledger, but its figures are not yet, and nothing is committed.
    public static let releaseCharged = DurabilityStep(rawValue: "release-charged")
    /// Epidemiological Info is written inside the Analytics Service's transaction, which is not committed.
    public static let infoWritten = DurabilityStep(rawValue: "info-written")
    /// The Analytics Service has entries of the inbox, which still holds them.
    public static let infoKept = DurabilityStep(rawValue: "info-kept")
    /// Entries that the Analytics Service has are deleted from the inbox.
    public static let inboxEmptied = DurabilityStep(rawValue: "inbox-emptied")
    /// A job to authorise an analytics token is kept.
    public static let authorisationQueued = DurabilityStep(rawValue: "authorisation-queued")
    /// The store records that bit 0 is about to be set.
    public static let markRecorded = DurabilityStep(rawValue: "mark-recorded")
    /// Apple has confirmed bit 0 (or both bits, of a device that is blacklisted).
    public static let markWritten = DurabilityStep(rawValue: "mark-written")
    /// The store records that bit 0 is set.
    public static let markedRecorded = DurabilityStep(rawValue: "marked-recorded")
    /// The last interval has begun.
    public static let leaseTaken = DurabilityStep(rawValue: "lease-taken")
    /// The store records that the bits are about to be cleared.
    public static let clearingRecorded = DurabilityStep(rawValue: "clearing-recorded")
    /// Apple has confirmed the cleared bits; the token is not authorised yet.
    public static let bitsCleared = DurabilityStep(rawValue: "bits-cleared")
    /// The token is authorised and its job deleted.
    public static let tokenAuthorised = DurabilityStep(rawValue: "token-authorised")
}
