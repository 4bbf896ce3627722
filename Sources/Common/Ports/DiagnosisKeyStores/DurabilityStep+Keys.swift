public import Persistence

extension DurabilityStep {
    /// A right is consumed inside the upload's transaction, which has not committed.
    public static let rightConsumed = DurabilityStep(rawValue: "right-consumed")
    /// The keys of new chunks are chosen and committed.
    public static let batchChosen = DurabilityStep(rawValue: "batch-chosen")
    /// A chunk's file is stored; the database does not know it yet.
    public static let fileWritten = DurabilityStep(rawValue: "file-written")
    /// A chunk is published.
    public static let indexAdvanced = DurabilityStep(rawValue: "index-advanced")
}
