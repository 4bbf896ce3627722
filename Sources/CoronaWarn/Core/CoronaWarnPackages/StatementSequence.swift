/// The names under which servers and phones keep the sequences of signed statements. A sequence never goes back.
public enum StatementSequence: String, Sendable, CaseIterable {
    /// All indexes of the tree have one sequence.
    case indexes = "packages.indexes"
    /// The five files of the configuration have one sequence.
    case configuration = "packages.configuration"
}
