import Foundation
public import PhonePorts
public import WireFormat

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A phone's connection to real servers with the system's own HTTP, for apps on Apple systems. It keeps nothing between
/// requests: no cookies, no cache, no credentials.
///
/// The system adds its own headers to those of a request. They are the same in each request, so they disclose nothing.
/// `addedHeaders(to:)` names them for the computation of sizes.
///
/// The system uses HTTP/2 if a server offers it. Its compression of headers makes sizes depend on their content. An
/// authority's upload and analytics hosts therefore offer only HTTP/1.1.
///
/// ```swift
/// guard let server = ServerURL("https://example.org") else { return }
/// let transport = URLSessionPhoneTransport(to: PhoneServers(download: server, upload: server, analytics: server))
/// ```
public final class URLSessionPhoneTransport: PhoneTransport {
    private let servers: PhoneServers
    private let session: URLSession
    private let exchanges: Exchanges
    private let timeout: Duration

    #if canImport(Security)
        /// - Parameters:
        ///   - authorities: DER of the only trusted certificate authorities; nil for those that the system trusts.
        ///   - timeout: seconds from the first byte sent to the last received.
        /// - Returns: nil if one of `authorities` is no certificate.
        public convenience init?(to servers: PhoneServers, believing authorities: [[UInt8]]?, timeout: Int64 = 20) {
            var trust: PinnedTrust?
            if let authorities {
                guard let pinned = PinnedTrust(authorities) else {
                    return nil
                }
                trust = pinned
            }
            self.init(servers: servers, timeout: timeout, exchanges: Exchanges(trust: trust))
        }
    #else
        /// Trusts the authorities that the system trusts. Only Apple systems let an app choose others.
        ///
        /// - Parameter timeout: seconds from the first byte sent to the last received.
        public convenience init(to servers: PhoneServers, timeout: Int64 = 20) {
            self.init(servers: servers, timeout: timeout, exchanges: Exchanges())
        }
    #endif

    private init(servers: PhoneServers, timeout: Int64, exchanges: Exchanges) {
        self.servers = servers
        self.exchanges = exchanges
        self.timeout = .seconds(timeout)
        session = URLSession(
            configuration: Self.configuration(timeout: TimeInterval(timeout)),
            delegate: exchanges,
            delegateQueue: nil
        )
    }

    deinit {
        session.invalidateAndCancel()
    }

    public func addedHeaders(to host: PhoneHost) -> [HTTPHeader] {
        let host = servers[host].map { [HTTPHeader("Host", $0.authority)] } ?? []
        return host + [.init("Connection", "keep-alive")]
            + Self.ownHeaders.map { HTTPHeader($0.key, $0.value) }
    }

    public func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        guard let server = servers[request.host], let url = URL(string: server.text + request.target) else {
            throw .unreachable  // no server or no URL: nothing has left
        }
        var outgoing = URLRequest(url: url)
        outgoing.httpMethod = request.method.rawValue
        for header in request.headers {
            outgoing.setValue(header.value, forHTTPHeaderField: header.name)
        }
        if !request.body.isEmpty {
            outgoing.httpBody = Data(request.body)
        }
        let task = session.dataTask(with: outgoing)
        return try await outcome(of: task, answerLimit: request.answerLimit).get()
    }

    /// Waits for the whole answer. Outside of Apple systems the session itself limits only the time between two bytes.
    /// A server that sends a byte from time to time would hold the phone for months.
    private func outcome(of task: URLSessionDataTask, answerLimit: Int) async -> Exchanges.Outcome {
        await withTaskGroup(of: Exchanges.Outcome?.self) { [exchanges, timeout] group in
            group.addTask { await exchanges.run(task, answerLimit: answerLimit) }
            group.addTask {
                do {
                    try await Task.sleep(for: timeout)
                    return .failure(.timeout)
                } catch {
                    return nil
                }
            }
            for await outcome in group {
                if let outcome {
                    group.cancelAll()
                    return outcome
                }
            }
            return .failure(.interrupted)
        }
    }

    private static func configuration(timeout: TimeInterval) -> URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.timeoutIntervalForRequest = timeout
        configuration.timeoutIntervalForResource = timeout
        configuration.httpCookieStorage = nil
        configuration.httpCookieAcceptPolicy = .never
        configuration.httpShouldSetCookies = false
        configuration.urlCache = nil
        configuration.urlCredentialStorage = nil
        configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
        #if canImport(Darwin)
            configuration.tlsMinimumSupportedProtocolVersion = .TLSv12
            configuration.waitsForConnectivity = false
        #endif
        configuration.httpAdditionalHeaders = ownHeaders
        return configuration
    }

    /// Headers that replace the system's own values.
    private static let ownHeaders = ["Accept": "*/*", "Accept-Encoding": "identity"]
}
