public import WireFormat

/// How a phone reaches the health authority's servers.
public protocol PhoneTransport: Sendable {
    /// The headers that requests to `host` carry beside their own: `Host`, and what the platform adds. They are the same
    /// in every request, and a phone counts them when it pads one to a fixed size.
    func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header]

    /// Sends `request` and returns the answer, whatever its status; never follows a redirect.
    ///
    /// A conformer sends exactly the headers of the request and those of `addedHeaders(to:)`, and nothing that would tell
    /// one phone from another.
    ///
    /// - Throws: `PhoneTransportError` where there is no whole answer.
    func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse
}

/// A host of the authority. A client may define others than these.
public struct PhoneHost: Hashable, Sendable {
    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    /// Gives files that every phone may read.
    public static let download = PhoneHost("download")
    /// Takes what people share after a positive test.
    public static let upload = PhoneHost("upload")
    /// Takes anonymous reports of phones.
    public static let analytics = PhoneHost("analytics")
}

/// One HTTP request of a phone.
public struct PhoneRequest: Sendable {
    public let host: PhoneHost
    public let method: Endpoint.Method
    /// Path and query as they go into the request line, percent-encoded.
    public let target: String
    /// In the order in which they are sent.
    public let headers: [Header]
    public let body: [UInt8]

    public init(
        host: PhoneHost,
        method: Endpoint.Method,
        target: String,
        headers: [Header],
        body: [UInt8] = []
    ) {
        self.host = host
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
    }

    public struct Header: Hashable, Sendable {
        public let name: String
        public let value: String

        public init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}

extension PhoneRequest {
    /// Bytes of the request as HTTP/1.1 sends it: the request line, every header line, the empty line and the body.
    ///
    /// - Parameter added: the headers that the transport adds.
    public func wireSize(adding added: [Header]) -> Int {
        let requestLine = "\(method.rawValue) \(target) HTTP/1.1\r\n"
        return (added + headers).reduce(requestLine.utf8.count + 2 + body.count) { size, header in
            size + "\(header.name): \(header.value)\r\n".utf8.count
        }
    }
}

/// The answer to a `PhoneRequest`.
public struct PhoneResponse: Sendable {
    public let status: Int
    public let headers: [PhoneRequest.Header]
    public let body: [UInt8]

    public init(status: Int, headers: [PhoneRequest.Header] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Why a request got no whole answer.
public enum PhoneTransportError: Error, Equatable {
    /// No connection: nothing of the request has left.
    case unreachable
    /// The connection broke: the request may have arrived.
    case interrupted
    case timeout
    /// The body was longer than this many bytes.
    case answerTooLarge(limit: Int)
}
