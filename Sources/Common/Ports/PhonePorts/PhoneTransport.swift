public import WireFormat

/// A phone's connection to the health authority's servers.
public protocol PhoneTransport: Sendable {
    /// The headers that requests to `host` have besides their own: `Host`, and the platform's additions. They are the
    /// same in every request. A phone counts them when it pads a request to a fixed size.
    func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header]

    /// Sends `request` and returns the answer with any status. It never follows a redirect.
    ///
    /// A conformer sends exactly the headers of the request and those of `addedHeaders(to:)`, and nothing that
    /// distinguishes one phone from another.
    ///
    /// - Throws: `PhoneTransportError` if no complete answer came.
    func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse
}

/// A host of the authority. A client may define others than these.
public struct PhoneHost: Hashable, Sendable {
    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    /// Serves public documents: settings, questions and chunks.
    public static let download = PhoneHost("download")
    /// Accepts the uploads of people who tested positive.
    public static let upload = PhoneHost("upload")
    /// Accepts anonymous reports of phones.
    public static let analytics = PhoneHost("analytics")
}

/// One HTTP request of a phone.
public struct PhoneRequest: Sendable {
    public let host: PhoneHost
    public let method: Endpoint.Method
    /// Path and query of the request line, percent-encoded.
    public let target: String
    /// The headers in their order on the wire.
    public let headers: [Header]
    public let body: [UInt8]
    /// Bytes of the answer's body that the phone reads at most, so a server that lies cannot fill its memory.
    public let answerLimit: Int

    /// - Parameter answerLimit: by default a file with 750 000 keys, the framework's maximum, has room.
    public init(
        host: PhoneHost,
        method: Endpoint.Method,
        target: String,
        headers: [Header],
        body: [UInt8] = [],
        answerLimit: Int = PhoneRequest.fileLimit
    ) {
        self.host = host
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.answerLimit = answerLimit
    }

    /// Bytes of the largest file.
    public static let fileLimit = 32 << 20
    /// Bytes of a document: settings, an index, questions.
    public static let documentLimit = 1 << 20
    /// Bytes of an answer to an upload or a question. Contracts allow much less, but the error page of a proxy fits:
    /// its status matters.
    public static let replyLimit = 64 << 10

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
    /// The size of the request in bytes as HTTP/1.1 sends it: the request line, every header line, the empty line and
    /// the body.
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

/// The reason why a request got no complete answer.
public enum PhoneTransportError: Error, Equatable {
    /// There was no connection, so nothing of the request was sent.
    case unreachable
    /// The connection broke, so the request may have arrived.
    case interrupted
    case timeout
    /// The body was longer than this many bytes.
    case answerTooLarge(limit: Int)
}
