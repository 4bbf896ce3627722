public import WireFormat

/// The servers behind the hosts of the authority.
public struct PhoneServers: Sendable {
    private let servers: [PhoneHost: ServerURL]

    public init(_ servers: [PhoneHost: ServerURL]) {
        self.servers = servers
    }

    public init(download: ServerURL, upload: ServerURL, analytics: ServerURL) {
        self.init([.download: download, .upload: upload, .analytics: analytics])
    }

    /// Nil for a host that has no server.
    public subscript(host: PhoneHost) -> ServerURL? { servers[host] }
}
