/// One operation of an HTTP contract, declared once and used by server, client, tests and documentation.
public struct Endpoint: Hashable, Sendable {
    public let method: Method
    /// The path; a segment in braces stands for any one non-empty segment, for example `/v1/keys/{index}`.
    public let path: String
    /// Whether the endpoint has dummies, or others' answers to hide, so that every answer of it has one size and leaves
    /// by the release schedule.
    public let hasDummies: Bool

    public init(_ method: Method, _ path: String, hasDummies: Bool = false) {
        self.method = method
        self.path = path
        self.hasDummies = hasDummies
    }

    /// The methods in use; a GET endpoint also answers HEAD.
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
