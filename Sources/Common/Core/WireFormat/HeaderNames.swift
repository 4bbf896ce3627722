/// A contract's names for request headers that many contracts have.
public struct HeaderNames: Hashable, Sendable {
    /// The header that holds the ``DummyFlag``; nil if requests have none.
    public let dummyFlag: String?
    /// The header with the phone's own time; nil if requests have none.
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
