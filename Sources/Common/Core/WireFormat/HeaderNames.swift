/// The names that a contract gives to what many contracts have in a request header.
public struct HeaderNames: Hashable, Sendable {
    /// The header that holds the ``DummyFlag``; nil where requests have none.
    public let dummyFlag: String?
    /// The header with the phone's own time; nil where requests have none.
    public let clientClock: String?

    public init(dummyFlag: String? = nil, clientClock: String? = nil) {
        self.dummyFlag = dummyFlag
        self.clientClock = clientClock
    }

    public static let none = HeaderNames()
}

/// Whether a request is cover traffic, as a header says it.
public enum DummyFlag: String, Sendable {
    case genuine = "0"
    case dummy = "1"
}
