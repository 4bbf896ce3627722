/// Where browsers find the pages when something in front of the server has another name: `https://portal.example.org`.
package struct SiteAddress: Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether browsers speak TLS with what is in front.
    let isSecure: Bool
    /// As browsers send it in the field `Host`.
    private let host: String

    /// Nil for what is not `http://` or `https://` with a name, and a port where it is not the usual one.
    init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else {
            return nil
        }
        let host = text.dropFirst(scheme.count).lowercased()
        guard !host.isEmpty, host.utf8.allSatisfy(Self.mayStandInHost), !host.hasPrefix(":"), !host.hasSuffix(":")
        else {
            return nil
        }
        description = text
        isSecure = scheme == "https://"
        self.host = host
    }

    /// Whether a browser that sends this field may be shown the pages at all. A page of the web whose name was made to lead to
    /// our address ("DNS rebinding") sends its own name; an address in digits and this machine's name are nobody's to make.
    static func accepts(host: String?, site: SiteAddress?) -> Bool {
        guard let host = host?.lowercased() else {
            return true
        }
        let name = host.hasPrefix("[") ? host[...] : host.prefix { $0 != ":" }
        return host == site?.host || name.hasPrefix("[") || name == "localhost" || isAddress(name)
    }

    /// Whether it is an IPv4 address in its usual form.
    private static func isAddress(_ name: Substring) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts.allSatisfy { UInt8($0) != nil }
    }

    private static func mayStandInHost(_ byte: UInt8) -> Bool {
        hostBytes.contains(byte)
    }

    private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789.-_:[]".utf8)
}
