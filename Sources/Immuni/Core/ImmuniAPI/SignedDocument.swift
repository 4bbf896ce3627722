public import WireFormat

/// A document that every phone may read and that a server may sign (RFC 9421).
public enum SignedDocument: String, Sendable, CaseIterable {
    case settings
    case keyIndex = "key-index"

    public var endpoint: Endpoint {
        switch self {
        case .settings: ImmuniEndpoint.settings
        case .keyIndex: ImmuniEndpoint.keyIndex
        }
    }

    /// How many seconds caches may keep it.
    public var maxAge: Int64 {
        switch self {
        case .settings: 3600
        case .keyIndex: 1800
        }
    }
}
