import WireFormat

/// The result of a trial.
package struct TrialResult: Hashable, Sendable {
    package let phones: Int
    package let requests: Int
    /// Uploads of Operational Info that were sent.
    package let sent: Int
    /// The number of them that the server counted.
    package let counted: Int
    /// Tokens that were authorised.
    package let tokens: Int
    /// The maximum number of entries of Epidemiological Info that were kept at once.
    package let entries: Int
    /// The differences between server and oracle; empty if they agree.
    package let violations: [String]

    /// The result for people.
    package var text: String {
        let lines = [
            "\(phones) phones made \(requests) requests.",
            "\(tokens) tokens were authorised.",
            "\(sent) uploads of Operational Info were sent, \(counted) of them counted.",
            "\(entries) entries of Epidemiological Info were kept at most.",
            violations.isEmpty
                ? "The databases hold exactly what the oracle says."
                : "\(violations.count) differences from the oracle:",
        ]
        return (lines + violations.prefix(20).map { "  " + $0 }).joined(separator: "\n")
    }

    /// The result for programs.
    package var json: String {
        let value: JSONValue = [
            "phones": .integer(phones), "requests": .integer(requests), "sent": .integer(sent),
            "counted": .integer(counted), "tokens": .integer(tokens), "entries": .integer(entries),
            "violations": .array(violations.map { .string($0) }),
        ]
        return String(decoding: value.encoded, as: UTF8.self)
    }
}
