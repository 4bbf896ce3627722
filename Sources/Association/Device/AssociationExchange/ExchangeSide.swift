/// Which phone an exchange came from. Limits and logs count the two apart: callers that flood a phone take no room from
/// the calls that it makes itself.
public enum ExchangeSide: String, Codable, Hashable, Sendable, CaseIterable {
    /// A ticket that this phone gave over its own call, or got from a phone that it had called.
    case calling
    /// A ticket that another phone read, or wrote before this phone had called it.
    case answering
}
