/// The address of the pages for browsers, if a proxy in front of the server has another name:
/// `https://portal.example.org`.
package struct SiteAddress: Hashable, Sendable, CustomStringConvertible {
    package let description: String
    /// Whether browsers speak TLS with the proxy.
    package let isSecure: Bool
    /// The host, as browsers send it in the field `Host`.
    private let host: String

    /// Nil unless it is `http://` or `https://` with a name, and with a port if it is not the usual one.
    init?(_ text: String) {
        guard let scheme = ["https://", "http://"].first(where: { text.hasPrefix($0) }) else {
            return nil
        }
        let host = text.dropFirst(scheme.count).lowercased()
        guard !host.isEmpty, host.utf8.allSatisfy({ Self.hostBytes.contains($0) }), !host.hasPrefix(":"),
            !host.hasSuffix(":")
        else {
            return nil
        }
        description = text
        isSecure = scheme == "https://"
        self.host = host
    }

    /// Whether a browser sends this in the field `Host`.
    func isNamed(by field: String?) -> Bool { field?.lowercased() == host }

    private static let hostBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789.-_:[]".utf8)
}
