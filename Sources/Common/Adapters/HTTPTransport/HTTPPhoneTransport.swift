import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
package import PhonePorts
import WireFormat

/// A phone's way to real servers over HTTP.
package struct HTTPPhoneTransport: PhoneTransport {
    private let configuration: Configuration
    private let client: HTTPClient

    package struct Configuration: Sendable {
        package let servers: PhoneServers
        /// Seconds from the first byte sent to the last received.
        package let timeout: Int64
        /// Bytes of the longest body that is read.
        package let answerLimit: Int
        /// Whom to believe where the URLs are https.
        package let trust: ServerTrust

        /// - Parameters:
        ///   - analyticsURL: by default where uploads go.
        ///   - answerLimit: by default what a file of the 750 000 keys that the framework takes may need.
        package init(
            downloadURL: ServerURL,
            uploadURL: ServerURL,
            analyticsURL: ServerURL? = nil,
            timeout: Int64 = 20,
            answerLimit: Int = 32 << 20,
            trust: ServerTrust = .system
        ) {
            servers = PhoneServers(
                download: downloadURL,
                upload: uploadURL,
                analytics: analyticsURL ?? uploadURL
            )
            self.timeout = timeout
            self.answerLimit = answerLimit
            self.trust = trust
        }
    }

    /// Opens no connection yet. `shutDown` must be called in the end.
    package init(_ configuration: Configuration) {
        self.configuration = configuration
        // Decompression stays off and redirects are not followed: what a server answers is what the phone judges.
        // Connecting ends before the whole does, so that no connection is not taken for a lost answer.
        var settings = HTTPClient.Configuration(
            tlsConfiguration: configuration.trust.tlsConfiguration,
            redirectConfiguration: .disallow,
            timeout: .init(
                connect: .milliseconds(configuration.timeout * 500),
                read: .seconds(configuration.timeout)
            )
        )
        // A server that refuses the connection is reported at once; the phone tries again at its next turn.
        settings.connectionPool.retryConnectionEstablishment = false
        // Newer versions compress headers, by their content and by what went before, so that equal sizes would differ.
        settings.httpVersion = .http1Only
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
    }

    /// Closes the connections.
    package func shutDown() async throws {
        try await client.shutdown()
    }

    package func addedHeaders(to host: PhoneHost) -> [PhoneRequest.Header] {
        [.init("Host", configuration.servers[host].authority)]
    }

    package func send(_ request: PhoneRequest) async throws(PhoneTransportError) -> PhoneResponse {
        var outgoing = HTTPClientRequest(url: configuration.servers[request.host].text + request.target)
        outgoing.method = .RAW(value: request.method.rawValue)
        for header in request.headers {
            outgoing.headers.add(name: header.name, value: header.value)
        }
        if !request.body.isEmpty {
            outgoing.body = .bytes(request.body)
        }
        do {
            let answer = try await client.execute(outgoing, timeout: .seconds(configuration.timeout))
            return PhoneResponse(
                status: Int(answer.status.code),
                headers: answer.headers.map { .init($0.name, $0.value) },
                body: Array(buffer: try await answer.body.collect(upTo: configuration.answerLimit))
            )
        } catch is NIOTooManyBytesError {
            throw .answerTooLarge(limit: configuration.answerLimit)
        } catch let error as HTTPClientError where Self.timeouts.contains(error) {
            throw .timeout
        } catch {
            throw Self.isBeforeSending(error) ? .unreachable : .interrupted
        }
    }

    /// Whether there was no connection yet that a request could have gone out on.
    private static func isBeforeSending(_ error: any Error) -> Bool {
        switch error {
        case is NIOConnectionError, is NIOSSLExtraError: true
        case NIOSSLError.handshakeFailed: true
        // Of a server that is called by its address.
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
