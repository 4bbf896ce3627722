package import PhonePorts
package import WireFormat

/// A phone's connection to real servers over HTTP.
package struct HTTPPhoneTransport: PhoneTransport {
    private let servers: PhoneServers
    private let timeout: Int64
    private let client: LazyClient

    /// Opens no connection yet. After the first request, `shutDown` must be called at the end.
    ///
    /// - Parameters:
    ///   - timeout: the seconds from the first byte sent to the last received.
    ///   - trust: the trusted authorities for https URLs.
    ///   - connections: the maximum number of connections to one host; nil for a few, as a phone needs.
    package init(to servers: PhoneServers, timeout: Int64 = 20, trust: ServerTrust = .system, connections: Int? = nil) {
        self.servers = servers
        self.timeout = timeout
        client = LazyClient(timeout: timeout, trust: trust, connections: connections)
    }

    /// One server has all hosts.
    package init(to server: ServerURL, timeout: Int64 = 20, trust: ServerTrust = .system) {
        let servers = PhoneServers(download: server, upload: server, analytics: server)
        self.init(to: servers, timeout: timeout, trust: trust)
    }

    /// Seconds in place of a phone's, for stories and demos: what comes of them counts, however busy the machine is.
    package static let patience: Int64 = 600

    /// Closes the connections.
    package func shutDown() async throws {
        try await client.shutDown()
    }

    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] {
        servers[host].map { [.init("Host", $0.authority)] } ?? []
    }

    package func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        guard let server = servers[request.host] else {
            throw .unreachable  // nothing has left
        }
        return try await HTTPServerExchange(with: server, timeout: timeout, client: client).send(request.call)
    }
}
