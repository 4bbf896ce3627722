import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import PhonePorts
import WireFormat

/// A phone's connection to real servers over HTTP.
package struct HTTPPhoneTransport: PhoneTransport {
    private let configuration: Configuration
    private let client: LazyClient

    package struct Configuration: Sendable {
        package let servers: PhoneServers
        /// The seconds from the first byte sent to the last received.
        package let timeout: Int64
        /// The trusted authorities for https URLs.
        package let trust: ServerTrust
        /// The maximum number of connections to one host; nil for a few, as a phone needs.
        package let connections: Int?

        /// - Parameter analyticsURL: by default the URL of uploads.
        package init(
            downloadURL: ServerURL,
            uploadURL: ServerURL,
            analyticsURL: ServerURL? = nil,
            timeout: Int64 = 20,
            trust: ServerTrust = .system
        ) {
            self.init(
                servers: PhoneServers(
                    download: downloadURL,
                    upload: uploadURL,
                    analytics: analyticsURL ?? uploadURL
                ),
                timeout: timeout,
                trust: trust
            )
        }

        package init(
            servers: PhoneServers,
            timeout: Int64 = 20,
            trust: ServerTrust = .system,
            connections: Int? = nil
        ) {
            self.servers = servers
            self.timeout = timeout
            self.trust = trust
            self.connections = connections
        }
    }

    /// Opens no connection yet. After the first request, `shutDown` must be called at the end.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        // Decompression stays off and redirects are not followed, because the phone must judge the server's own answer.
        //
        // The time for connecting ends before the time of the whole exchange. A missing connection is therefore not
        // mistaken for a lost answer.
        var settings = HTTPClient.Configuration(
            tlsConfiguration: configuration.trust.tlsConfiguration,
            redirectConfiguration: .disallow,
            timeout: .init(
                connect: .milliseconds(configuration.timeout * 500),
                read: .seconds(configuration.timeout)
            )
        )
        // A server that refuses the connection is reported at once. The phone tries again at its next turn.
        settings.connectionPool.retryConnectionEstablishment = false
        // Newer versions compress headers, by their content and by earlier ones. Equal sizes would then differ.
        settings.httpVersion = .http1Only
        if let connections = configuration.connections {
            settings.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = connections
        }
        client = LazyClient(settings)
    }

    /// Closes the connections.
    package func shutDown() async throws {
        try await client.shutDown()
    }

    package func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] {
        configuration.servers[host].map { [.init("Host", $0.authority)] } ?? []
    }

    package func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        guard let server = configuration.servers[request.host] else {
            throw .unreachable  // nothing has left
        }
        var outgoing = HTTPClientRequest(url: server.text + request.target)
        outgoing.method = .RAW(value: request.method.rawValue)
        for header in request.headers {
            outgoing.headers.add(name: header.name, value: header.value)
        }
        if !request.body.isEmpty {
            outgoing.body = .bytes(request.body)
        }
        do {
            let (head, body) = try await client.answer(
                to: outgoing,
                within: .seconds(configuration.timeout),
                maxSize: request.answerLimit
            )
            return PhoneResponse(
                status: Int(head.status.code),
                headers: head.headers.map { .init($0.name, $0.value) },
                body: Array(buffer: body)
            )
        } catch is NIOTooManyBytesError {
            throw .answerTooLarge(limit: request.answerLimit)
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
