import AsyncHTTPClient
import Foundation
import HTTPTransport
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import WireFormat

/// Requests over HTTP/1.1 with a few connections that are kept open.
struct HTTPS3Exchange: S3Exchange {
    private let server: ServerURL
    private let timeout: Duration
    private let client: LazyClient

    /// Opens no connection yet.
    ///
    /// - Parameter timeout: the time from the first byte sent to the last received.
    init(server: ServerURL, trust: ServerTrust, timeout: Duration) {
        self.server = server
        self.timeout = timeout
        // A redirect would send the signature elsewhere.
        var settings = HTTPClient.Configuration(
            tlsConfiguration: trust.tlsConfiguration,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(timeout / 2), read: TimeAmount(timeout))
        )
        settings.connectionPool.retryConnectionEstablishment = false
        settings.httpVersion = .http1Only
        client = LazyClient(settings)
    }

    func answer(to request: SignedS3Request, maxSize: Int) async throws(S3Failure) -> S3Answer {
        var outgoing = HTTPClientRequest(url: server.text + request.target)
        outgoing.method = .RAW(value: request.method.rawValue)
        for header in request.headers {
            outgoing.headers.add(name: header.name, value: header.value)
        }
        if !request.body.isEmpty {
            outgoing.body = .bytes(request.body)
        }
        do {
            let (head, body) = try await client.answer(to: outgoing, within: timeout, maxSize: maxSize)
            return S3Answer(
                status: Int(head.status.code),
                headers: head.headers.map { ($0.name, $0.value) },
                body: Array(buffer: body)
            )
        } catch is NIOTooManyBytesError {
            throw .tooLarge(limit: maxSize)
        } catch {
            throw Self.failure(for: error)
        }
    }

    private static func failure(for error: any Error) -> S3Failure {
        switch error {
        case is NIOSSLExtraError: .untrusted
        case NIOSSLError.handshakeFailed: .untrusted
        case is NIOConnectionError: .unreachable
        // This error comes from a server that is called by its address.
        case let error as IOError where error.errnoCode == ECONNREFUSED: .unreachable
        case let error as HTTPClientError: failure(for: error)
        default: .interrupted
        }
    }

    private static func failure(for error: HTTPClientError) -> S3Failure {
        if [.connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout].contains(error) {
            return .unreachable
        }
        return [.deadlineExceeded, .readTimeout, .writeTimeout].contains(error) ? .timeout : .interrupted
    }
}
