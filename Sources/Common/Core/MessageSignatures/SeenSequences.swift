/// The highest sequence of each document that a phone accepted.
///
/// An app keeps it across restarts, so that nobody can send it an older document again.
public struct SeenSequences: Hashable, Sendable, Codable {
    private var highest: [String: Int64] = [:]

    /// The state of a phone that has seen nothing.
    public init() {}

    /// The highest sequence of a document; nil if none was accepted.
    public subscript(document: String) -> Int64? { highest[document] }

    /// Accepts the sequence of a verified document. An equal sequence is the same document again.
    ///
    /// - Throws: `lowerSequence` if a higher one was accepted before.
    public mutating func accept(_ sequence: Int64, of document: String) throws(MessageSignatureError) {
        if let seen = highest[document], sequence < seen {
            throw .lowerSequence(highestSeen: seen, offered: sequence)
        }
        highest[document] = sequence
    }
}
