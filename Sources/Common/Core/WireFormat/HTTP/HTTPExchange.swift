/// Sends HTTP requests to one server, from a phone or from another server.
public protocol HTTPExchange: Sendable {
    /// Sends `call` and returns the answer with any status. It never follows a redirect.
    ///
    /// - Throws: `HTTPExchangeError` if no complete answer came.
    func send(_ call: HTTPCall) async throws(HTTPExchangeError) -> HTTPAnswer
}

/// One HTTP request, as its sender makes it.
public struct HTTPCall: Sendable {
    public let method: Endpoint.Method
    /// Path and query of the request line, percent-encoded.
    public let target: String
    /// The headers in their order on the wire.
    public let headers: [HTTPHeader]
    public let body: [UInt8]
    /// Bytes of the answer's body that are read at most, so a server that lies cannot fill the memory.
    public let answerLimit: Int

    public init(
        method: Endpoint.Method,
        target: String,
        headers: [HTTPHeader] = [],
        body: [UInt8] = [],
        answerLimit: Int
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.answerLimit = answerLimit
    }

    /// The size of the request in bytes as HTTP/1.1 sends it: the request line, every header line, the empty line and
    /// the body.
    ///
    /// - Parameter added: the headers that are added on the way.
    public func wireSize(adding added: [HTTPHeader]) -> Int {
        let requestLine = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        return (added + headers).reduce(requestLine.utf8.count + 2 + body.count) { size, header in
            size + "\(header.name): \(header.value)\r\n".utf8.count
        }
    }
}

public struct HTTPHeader: Hashable, Sendable {
    public let name: String
    public let value: String

    public init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }
}

/// The answer to an `HTTPCall`.
public struct HTTPAnswer: Sendable {
    public let status: Int
    public let headers: [HTTPHeader]
    public let body: [UInt8]

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// The reason why a request got no complete answer.
public enum HTTPExchangeError: Error, Equatable {
    /// There was no connection, so nothing of the request was sent.
    case unreachable
    /// The connection broke, so the request may have arrived.
    case interrupted
    case timeout
    /// The body was longer than this many bytes.
    case answerTooLarge(limit: Int)
}
