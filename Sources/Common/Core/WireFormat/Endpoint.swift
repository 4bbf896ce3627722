/// One operation of an HTTP contract, declared once and used by server, client, tests and documentation.
public struct Endpoint: Hashable, Sendable {
    public let method: Method
    /// The path. A segment in braces matches any one non-empty segment, for example `/v1/keys/{index}`.
    public let path: String
    /// Whether the endpoint has dummies, or must hide other requests' answers. Every answer then has one size and is
    /// sent by the release schedule.
    public let hasDummies: Bool

    public init(_ method: Method, _ path: String, hasDummies: Bool = false) {
        self.method = method
        self.path = path
        self.hasDummies = hasDummies
    }

    /// The supported methods. A GET endpoint also answers HEAD.
    public enum Method: String, Sendable {
        case get = "GET"
        case post = "POST"
    }

    /// The path with each braced segment replaced by the next of `parameters`.
    public func path(_ parameters: String...) -> String {
        var rest = parameters[...]
        return path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix("{") ? rest.popFirst() ?? String($0) : String($0) }
            .joined(separator: "/")
    }
}
