/// Which of two phones began an exchange: the one that called first. Limits and logs count the two apart: callers that
/// flood a phone take no room from the calls that it makes itself.
public enum ExchangeSide: String, Codable, Hashable, Sendable, CaseIterable {
    /// This phone called first.
    case calling
    /// The other phone called first.
    case answering
}
