/// The address of a listener: a host name or address, and a port.
package struct ListenAddress: Hashable, Sendable {
    package let host: String
    /// 0 lets the system choose a free port.
    package let port: Int

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `HOST:PORT` with a port of 0 to 65 535. An IPv6 address needs brackets.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"),
            let port = Int(text[text.index(after: colon)...]), (0...65_535).contains(port)
        else {
            return nil
        }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
        } else if host.contains(":") {
            return nil
        }
        guard !host.isEmpty else {
            return nil
        }
        self.init(host: String(host), port: port)
    }

    /// Whether two listeners cannot have these addresses at the same time: the port is the same, and the hosts overlap.
    package func collides(with other: ListenAddress) -> Bool {
        port != 0 && port == other.port && (oneName == other.oneName || isWildcard || other.isWildcard)
    }

    /// Whether it stands for all addresses of the machine.
    private var isWildcard: Bool { ["0.0.0.0", "::", "*"].contains(host) }

    private var oneName: String { ["localhost", "::1"].contains(host.lowercased()) ? "127.0.0.1" : host.lowercased() }

    /// Whether only this machine can reach it.
    package var isLoopback: Bool {
        if host == "localhost" || host == "::1" {
            return true
        }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}

extension ListenAddress: CustomStringConvertible {
    package var description: String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }
}
