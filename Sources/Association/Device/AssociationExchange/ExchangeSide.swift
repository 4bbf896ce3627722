/// Which side of an exchange a phone was on. Limits and logs count the two apart: callers that flood a phone take no
/// room from the calls that it makes itself.
public enum ExchangeSide: String, Codable, Hashable, Sendable, CaseIterable {
    /// This phone called the other one.
    case calling
    /// The other phone called.
    case answering
}
