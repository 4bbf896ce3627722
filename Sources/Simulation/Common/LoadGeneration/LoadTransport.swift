import HTTPTransport
package import PhonePorts
import Synchronization
package import WireFormat

/// Sends requests of many phones.
package protocol LoadTransport: Sendable {
    /// As in `PhoneTransport`. All processes of a host have addresses of the same length.
    func addedHeaders(to host: PhoneHost) -> [HTTPHeader]

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer
}

/// Sends each request to the next process of its host, with a client for each process.
package final class RotatingTransport: LoadTransport {
    private let processes: [PhoneHost: [HTTPPhoneTransport]]
    private let all: [HTTPPhoneTransport]
    private let turn = Atomic<Int>(0)

    /// - Parameters:
    ///   - timeout: the seconds for one exchange.
    ///   - connections: the maximum number of connections to each process.
    package init(_ servers: LoadServers, timeout: Int64, connections: Int) {
        var clients: [ServerURL: HTTPPhoneTransport] = [:]
        for url in Set(servers.urls.values.joined()) {
            let hosts = servers.urls.filter { $0.value.contains(url) }.mapValues { _ in url }
            clients[url] = HTTPPhoneTransport(to: PhoneServers(hosts), timeout: timeout, connections: connections)
        }
        processes = servers.urls.mapValues { urls in urls.compactMap { clients[$0] } }
        all = Array(clients.values)
    }

    package func addedHeaders(to host: PhoneHost) -> [HTTPHeader] {
        processes[host]?.first?.addedHeaders(to: host) ?? []
    }

    package func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        guard let processes = processes[request.host], !processes.isEmpty else {
            throw .unreachable
        }
        let turn = turn.wrappingAdd(1, ordering: .relaxed).oldValue
        return try await processes[turn % processes.count].send(request)
    }

    /// Closes all connections.
    package func shutDown() async throws {
        for transport in all {
            try await transport.shutDown()
        }
    }
}
