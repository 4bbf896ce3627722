/// A PostgreSQL server, or several of which one takes writes, and how it is used.
package struct PostgresServer: Sendable {
    /// A connection URI or string of libpq (PostgreSQL 15, 34.1.1). It may name several hosts, and may hold a password,
    /// so it is never printed.
    let url: String
    /// The maximum number of connections to each database, for requests.
    package let connections: Int
    /// How long one statement of a request may take, and how long a commit may.
    package let timeout: Duration

    package init(url: String, connections: Int = 8, timeout: Duration = .seconds(20)) {
        self.url = url
        self.connections = connections
        self.timeout = timeout
    }

    /// Later ones win over the URL's. A server that does not answer must not keep a thread: keys that TCP knows end a
    /// connection whose other side is gone after half a minute.
    var connectionParameters: [(name: String, value: String)] {
        [
            ("application_name", "avviso"), ("connect_timeout", "3"), ("keepalives_idle", "10"),
            ("keepalives_interval", "5"), ("keepalives_count", "3"), ("tcp_user_timeout", "30000"),
            ("dbname", url), ("target_session_attrs", "read-write"), ("client_encoding", "UTF8"),
        ]
    }

    /// A name as SQL takes it.
    package static func quoted(_ name: String) -> String {
        "\"\(name.replacing("\"", with: "\"\""))\""
    }
}

/// The URL may hold a password.
extension PostgresServer: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "PostgresServer(<redacted>)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
