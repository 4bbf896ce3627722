/// A way to the authority of another country or state.
public protocol AuthorityLink: Sendable {
    /// Delivers a forwarded report, and tells what became of it.
    func deliver(_ report: [UInt8]) async -> DeliveryOutcome
}

/// What became of a report on its way to another authority.
public enum DeliveryOutcome: Hashable, Sendable {
    /// The other authority has it.
    case taken
    /// The other authority does not take this report. It may take others.
    case refused(status: Int)
    /// The other authority did not answer, or has no room now.
    case failed
}
