import Persistence

extension DurabilityStep {
    /// The server has accepted a message; the journal does not know it yet.
    static let resultsAccepted = DurabilityStep(rawValue: "results-accepted")
    /// The journal has an accepted message.
    static let resultsRemembered = DurabilityStep(rawValue: "results-remembered")
    /// A file of a watched folder is in `working`.
    static let fileTaken = DurabilityStep(rawValue: "file-taken")
    /// The report about a file is in its destination; the file is still in `working`.
    static let reportWritten = DurabilityStep(rawValue: "report-written")
}
