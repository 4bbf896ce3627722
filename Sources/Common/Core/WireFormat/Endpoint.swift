/// One operation of an HTTP contract, declared once and used by server, client, tests and documentation.
public struct Endpoint: Hashable, Sendable {
    public let method: Method
    /// The path. A segment in braces matches any one non-empty segment, for example `/v1/keys/{index}`.
    public let path: String
    /// Whether the endpoint has dummies, or must hide other requests' answers. Every answer then has one size and is
    /// sent by the release schedule.
    public let hasDummies: Bool
    /// The media types of request bodies; empty if it accepts none, or any.
    public let accepts: [MediaType]
    /// The media types of the bodies of its answers, without refusals.
    public let produces: [MediaType]
    public let headers: HeaderNames

    public init(
        _ method: Method,
        _ path: String,
        accepts: [MediaType] = [],
        produces: [MediaType] = [],
        hasDummies: Bool = false,
        headers: HeaderNames = .none
    ) {
        self.method = method
        self.path = path
        self.accepts = accepts
        self.produces = produces
        self.hasDummies = hasDummies
        self.headers = headers
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
