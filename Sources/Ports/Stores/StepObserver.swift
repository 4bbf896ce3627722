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
