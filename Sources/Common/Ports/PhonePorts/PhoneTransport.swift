public import WireFormat

/// A phone's connection to the health authority's servers.
///
/// ```swift
/// let request = PhoneRequest(host: .download, method: .get, target: "/v1/keys/index", headers: [])
/// let response = try await transport.send(request)
/// print(response.status, response.body.count)
/// ```
public protocol PhoneTransport: Sendable {
    /// The headers that requests to `host` have besides their own: `Host`, and the platform's additions. They are the
    /// same in every request. A phone counts them when it pads a request to a fixed size.
    func addedHeaders(to host: PhoneHost) -> [HTTPHeader]

    /// Sends `request` and returns the answer with any status. It never follows a redirect.
    ///
    /// A conformer sends exactly the headers of the request and those of `addedHeaders(to:)`, and nothing that
    /// distinguishes one phone from another.
    ///
    /// - Throws: `HTTPExchangeError` if no complete answer came.
    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer
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

/// One HTTP request of a phone, and the host that it goes to.
public struct PhoneRequest: Sendable {
    public let host: PhoneHost
    public let call: HTTPCall

    /// - Parameter answerLimit: by default a file with 750 000 keys, the framework's maximum, has room.
    public init(
        host: PhoneHost,
        method: Endpoint.Method,
        target: String,
        headers: [HTTPHeader],
        body: [UInt8] = [],
        answerLimit: Int = PhoneRequest.fileLimit
    ) {
        self.host = host
        call = HTTPCall(method: method, target: target, headers: headers, body: body, answerLimit: answerLimit)
    }

    public var method: Endpoint.Method { call.method }
    public var target: String { call.target }
    public var headers: [HTTPHeader] { call.headers }
    public var body: [UInt8] { call.body }
    public var answerLimit: Int { call.answerLimit }

    /// The size of the request in bytes as HTTP/1.1 sends it.
    ///
    /// - Parameter added: the headers that the transport adds.
    public func wireSize(adding added: [HTTPHeader]) -> Int { call.wireSize(adding: added) }

    /// Bytes of the largest file.
    public static let fileLimit = 32 << 20
    /// Bytes of a document: settings, an index, questions.
    public static let documentLimit = 1 << 20
    /// Bytes of an answer to an upload or a question. Contracts allow much less, but the error page of a proxy fits:
    /// its status matters.
    public static let replyLimit = 64 << 10

    @available(*, deprecated, renamed: "HTTPHeader")
    public typealias Header = HTTPHeader
}

@available(*, deprecated, renamed: "HTTPAnswer")
public typealias PhoneResponse = HTTPAnswer

@available(*, deprecated, renamed: "HTTPExchangeError")
public typealias PhoneTransportError = HTTPExchangeError
