/// The named steps between which a crash must lose nothing.
public enum DurabilityStep: String, Sendable, CaseIterable {
    /// A right is consumed inside the upload's transaction, which has not committed.
    case rightConsumed = "right-consumed"
    /// The keys of new chunks are chosen and committed.
    case batchChosen = "batch-chosen"
    /// A chunk's file is stored; the database does not know it yet.
    case fileWritten = "file-written"
    /// A chunk is published.
    case indexAdvanced = "index-advanced"
    /// A release stands in the ledger, its figures do not yet, and nothing has committed.
    case releaseCharged = "release-charged"
    /// Epidemiological Info is written inside the Analytics Service's transaction, which has not committed.
    case infoWritten = "info-written"
    /// The Analytics Service has entries of the inbox, which still holds them.
    case infoKept = "info-kept"
    /// The inbox is rid of entries that the Analytics Service has.
    case inboxEmptied = "inbox-emptied"
    /// A job to authorise an analytics token is kept.
    case authorisationQueued = "authorisation-queued"
    /// It is kept that bit 0 is about to be set.
    case markRecorded = "mark-recorded"
    /// Apple has confirmed bit 0 (or both bits, of a device that is blacklisted).
    case markWritten = "mark-written"
    /// It is kept that bit 0 is set.
    case markedRecorded = "marked-recorded"
    /// The last interval has begun.
    case leaseTaken = "lease-taken"
    /// It is kept that the bits are about to be cleared.
    case clearingRecorded = "clearing-recorded"
    /// Apple has confirmed the cleared bits; the token is not authorised yet.
    case bitsCleared = "bits-cleared"
    /// The token is authorised and its job deleted.
    case tokenAuthorised = "token-authorised"
}

/// Is told when work passes a step. Production observes nothing; the durability tests end the process there.
public protocol StepObserver: Sendable {
    func reached(_ step: DurabilityStep)
}

/// Observes nothing.
public struct NoStepObserver: StepObserver {
    public init() {}

    public func reached(_ step: DurabilityStep) {}
}
