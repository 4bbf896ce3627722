/// A mistake in a configuration, in words for the person who made it.
public struct ConfigurationProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place of the mistake, as in the document: `scores.daysScores`.
    public let parameter: String
    public let reason: String

    public init(_ parameter: String, _ reason: String) {
        self.parameter = parameter
        self.reason = reason
    }

    public var description: String { "\(parameter) \(reason)" }
}

/// All mistakes of a configuration that cannot be published.
public struct InvalidConfiguration: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one.
    public let problems: [ConfigurationProblem]

    init(problems: [ConfigurationProblem]) {
        self.problems = problems
    }

    /// A configuration that cannot even be read.
    public init(problem: ConfigurationProblem) {
        self.init(problems: [problem])
    }

    public var description: String { problems.map(\.description).joined(separator: "; ") }
}
