import CLibPQ
import Foundation

/// One database as a URL names it: a host, a port and a name.
package struct PostgresPlace: Hashable, Sendable {
    let host: String
    let port: String
    let database: String
}

extension PostgresServer {
    /// The places that the URL names, one for each host. Empty if the URL cannot be read: then nothing connects.
    ///
    /// Two names of one machine look like two hosts here. ``identity()`` asks the server itself.
    package var places: Set<PostgresPlace> {
        let parameters = Self.parameters(of: url)
        let hosts = Self.list(parameters["hostaddr"] ?? parameters["host"] ?? "")
        let ports = Self.list(parameters["port"] ?? "")
        let database = parameters["dbname"] ?? parameters["user"] ?? ""
        guard !parameters.isEmpty else {
            return []
        }
        let places = hosts.enumerated().map { place, host in
            // One port counts for all hosts.
            let port = ports.count == 1 ? ports[0] : ports.indices.contains(place) ? ports[place] : ""
            return PostgresPlace(
                host: Self.oneName(of: host),
                port: port.isEmpty ? Self.standardPort : port,
                database: database
            )
        }
        return Set(places)
    }

    /// The parameters of a URI or string of libpq, by name, those of the environment included.
    private static func parameters(of url: String) -> [String: String] {
        var found: [String: String] = [:]
        for (name, variable) in [("host", "PGHOST"), ("hostaddr", "PGHOSTADDR"), ("port", "PGPORT")]
            + [("dbname", "PGDATABASE"), ("user", "PGUSER")]
        {
            found[name] = ProcessInfo.processInfo.environment[variable]
        }
        guard let options = unsafe PQconninfoParse(url, nil) else {
            return [:]
        }
        defer { unsafe PQconninfoFree(options) }
        var option = unsafe options
        // SAFETY: the list ends with an option without a keyword, and lives until it is freed above.
        while let keyword = unsafe option.pointee.keyword {
            if let value = unsafe option.pointee.val {
                unsafe found[String(cString: keyword)] = String(cString: value)
            }
            unsafe option += 1
        }
        return found
    }

    /// The elements of a list with commas; one empty element for an empty text.
    private static func list(_ text: String) -> [String] {
        text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// The same name for the names of this machine, and for spellings of a host or folder.
    private static func oneName(of host: String) -> String {
        guard !host.hasPrefix("/") else {
            return URL(fileURLWithPath: host).standardizedFileURL.path
        }
        let name = host.lowercased()
        return ["127.0.0.1", "::1", "localhost"].contains(name) ? "localhost" : name
    }

    private static let standardPort = "5432"

    /// The database's own name for itself, the same by whichever address it is reached; nil if the server does not
    /// answer, or is of a kind that has no such name.
    package func identity() -> String? {
        guard let connection = try? PostgresConnection(self, schema: "public"),
            let result = try? connection.run(
                [.text(Self.question)],
                until: ContinuousClock.now.advanced(by: timeout)
            ).first,
            result.rowCount == 1, !result.isNull(0, 0)
        else {
            return nil
        }
        return String(decoding: result.bytes(0, 0), as: UTF8.self)
    }

    private static let question = """
        SELECT system_identifier::text || '/' || current_database() FROM pg_control_system()
        """
}
