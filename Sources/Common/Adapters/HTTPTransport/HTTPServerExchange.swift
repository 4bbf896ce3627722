import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import WireFormat

/// Requests to one server over HTTP/1.1.
package struct HTTPServerExchange: HTTPExchange {
    private let server: ServerURL
    private let timeout: Int64
    private let client: LazyClient

    /// Opens no connection yet. After the first request, `shutDown` must be called at the end.
    ///
    /// - Parameters:
    ///   - timeout: the seconds from the first byte sent to the last received.
    ///   - trust: the trusted authorities for an https URL.
    package init(with server: ServerURL, timeout: Int64 = 20, trust: ServerTrust = .system) {
        self.init(with: server, timeout: timeout, client: LazyClient(timeout: timeout, trust: trust))
    }

    init(with server: ServerURL, timeout: Int64, client: LazyClient) {
        self.server = server
        self.timeout = timeout
        self.client = client
    }

    /// Closes the connections.
    package func shutDown() async throws {
        try await client.shutDown()
    }

    package func send(_ call: HTTPCall) async throws(HTTPExchangeError) -> HTTPAnswer {
        var outgoing = HTTPClientRequest(url: server.text + call.target)
        outgoing.method = .RAW(value: call.method.rawValue)
        for header in call.headers {
            outgoing.headers.add(name: header.name, value: header.value)
        }
        if !call.body.isEmpty {
            outgoing.body = .bytes(call.body)
        }
        do {
            let (head, body) = try await client.answer(
                to: outgoing,
                within: .seconds(timeout),
                maxSize: call.answerLimit
            )
            return HTTPAnswer(
                status: Int(head.status.code),
                headers: head.headers.map { .init($0.name, $0.value) },
                body: Array(buffer: body)
            )
        } catch is NIOTooManyBytesError {
            throw .answerTooLarge(limit: call.answerLimit)
        } catch let error as HTTPClientError where Self.timeouts.contains(error) {
            throw .timeout
        } catch {
            throw Self.isBeforeSending(error) ? .unreachable : .interrupted
        }
    }

    /// Whether the error came before there was a connection for the request.
    private static func isBeforeSending(_ error: any Error) -> Bool {
        switch error {
        case is NIOConnectionError, is NIOSSLExtraError: true
        case NIOSSLError.handshakeFailed: true
        // This error comes from a server that is called by its address.
        case let error as IOError: error.errnoCode == ECONNREFUSED
        case let error as HTTPClientError: connectionFailures.contains(error)
        default: false
        }
    }

    private static let timeouts: [HTTPClientError] = [.deadlineExceeded, .readTimeout, .writeTimeout]
    private static let connectionFailures: [HTTPClientError] = [
        .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout,
    ]
}

extension LazyClient {
    /// - Parameters:
    ///   - timeout: the seconds for one exchange.
    ///   - connections: the maximum number of connections to one host; nil for a few.
    convenience init(timeout: Int64, trust: ServerTrust, connections: Int? = nil) {
        // Decompression stays off and redirects are not followed, because the caller must judge the server's own
        // answer.
        //
        // The time for connecting ends before the time of the whole exchange. A missing connection is therefore not
        // mistaken for a lost answer.
        var settings = HTTPClient.Configuration(
            tlsConfiguration: trust.tlsConfiguration,
            redirectConfiguration: .disallow,
            timeout: .init(connect: .milliseconds(timeout * 500), read: .seconds(timeout))
        )
        // A server that refuses the connection is reported at once. The caller tries again at its next turn.
        settings.connectionPool.retryConnectionEstablishment = false
        // Newer versions compress headers, by their content and by earlier ones. Equal sizes would then differ.
        settings.httpVersion = .http1Only
        if let connections {
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        }
        self.init(settings)
    }
}
