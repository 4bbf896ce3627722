package import Persistence

extension DurabilityStep {
    /// The keys of another country's batch are stored, with its number.
    package static let batchTaken = DurabilityStep(rawValue: "batch-taken")
}
