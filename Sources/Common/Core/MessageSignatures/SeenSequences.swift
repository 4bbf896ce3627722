/// The highest number of each document that a phone accepted. An app keeps it across restarts, so that nobody can show
/// it an older document again.
public struct SeenSequences: Hashable, Sendable, Codable {
    private var highest: [String: Int64] = [:]

    /// Of a phone that has seen nothing.
    public init() {}

    /// Nil where none was accepted.
    public subscript(document: String) -> Int64? { highest[document] }

    /// Accepts the number of a document that was verified; an equal one is the same document again.
    ///
    /// - Throws: `lowerSequence` where a higher one was accepted before.
    public mutating func accept(_ sequence: Int64, of document: String) throws(MessageSignatureError) {
        if let seen = highest[document], sequence < seen {
            throw .lowerSequence(highestSeen: seen, offered: sequence)
        }
        highest[document] = sequence
    }
}
