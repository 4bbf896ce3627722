import CLibPQ
package import Persistence
import SQLEngine

/// The meaning of a server's settings, and of the way to it, for the data.
package struct PostgresServerFacts: Sendable, Equatable {
    /// Whether a power failure may lose acknowledged commits, or whole pages (PostgreSQL 15, 20.5.1).
    package let isLossy: Bool
    /// Whether the server keeps the time of each commit, or writes statements to its log (20.6.1 and 20.8).
    package let isTalkative: Bool
    /// Whether somebody between here and the server could read everything, or take the server's place.
    package let isExposed: Bool

    package init(isLossy: Bool = false, isTalkative: Bool = false, isExposed: Bool = false) {
        self.isLossy = isLossy
        self.isTalkative = isTalkative
        self.isExposed = isExposed
    }

    /// Asks the server. Throws if it cannot be reached.
    package init(of server: PostgresServer) throws(StoreError) {
        do {
            let connection = try PostgresConnection(server, schema: "pg_catalog")
            let rows = try SQLRow.fetchAll(
                SQLSession(PostgresSession(connection)),
                sql: "SELECT name::text, setting FROM pg_settings WHERE setting IS NOT NULL"
            )
            let settings = rows.map { ($0[0] as String, $0[1] as String) }
            self.init(settings: Dictionary(settings) { first, _ in first }, isExposed: connection.way.isExposed)
        } catch {
            throw StoreError(error)
        }
    }

    /// - Parameter settings: those of `pg_settings`, by name. One that the server does not have is as it should be.
    init(settings: [String: String], isExposed: Bool) {
        func differs(_ wanted: [String: String]) -> Bool {
            wanted.contains { name, value in settings[name].map { $0 != value } == true }
        }
        self.init(isLossy: differs(Self.safe), isTalkative: differs(Self.silent), isExposed: isExposed)
    }

    private static let safe = ["fsync": "on", "full_page_writes": "on"]

    private static let silent = [
        "track_commit_timestamp": "off", "log_statement": "none", "log_min_duration_statement": "-1",
        "log_min_duration_sample": "-1", "log_transaction_sample_rate": "0", "log_duration": "off",
        "log_parameter_max_length_on_error": "0",
    ]
}

/// How a connection reaches its server.
struct PostgresWay: Sendable, Equatable {
    /// A name or address, or the folder of a socket.
    let host: String
    /// The address that was connected to; empty for a socket.
    let address: String
    let isEncrypted: Bool
    /// `sslmode` of the connection.
    let mode: String

    /// Only with `verify-full` the certificate is compared with the server's name (PostgreSQL 15, 34.19.1). What stays
    /// on this machine needs none.
    var isExposed: Bool {
        let isSocket = host.hasPrefix("/") || host.hasPrefix("@")
        let isLoopback = address.hasPrefix("127.") || address == "::1"
        return !isSocket && !isLoopback && !(isEncrypted && mode == "verify-full")
    }
}

extension PostgresConnection {
    var way: PostgresWay {
        unsafe PostgresWay(
            host: text(PQhost(pg)),
            address: text(PQhostaddr(pg)),
            isEncrypted: PQsslInUse(pg) == 1,
            mode: option("sslmode")
        )
    }

    /// An option of the connection; empty if it is not set.
    private func option(_ name: String) -> String {
        guard let options = unsafe PQconninfo(pg) else {
            return ""
        }
        defer { unsafe PQconninfoFree(options) }
        var option = unsafe options
        // SAFETY: libpq ends its list with an option without a keyword.
        while let keyword = unsafe option.pointee.keyword {
            if unsafe String(cString: keyword) == name {
                return unsafe text(option.pointee.val)
            }
            unsafe option += 1
        }
        return ""
    }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String {
        unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }
}
