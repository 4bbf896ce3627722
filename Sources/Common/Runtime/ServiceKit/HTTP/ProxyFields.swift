import HTTPTypes
import NIOHTTP1

/// The fields by which a proxy, a load balancer or a content network marks a request. Many hold the client's address,
/// so no service sees them.
///
/// A proxy that adds none of them cannot be recognised.
package enum ProxyFields {
    /// In lower case: RFC 7239, RFC 9110 (7.6.3), and what products add by default.
    package static let names: Set = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "x-original-forwarded-for",
        "x-original-host", "x-envoy-external-address", "x-proxyuser-ip", "x-azure-clientip", "x-azure-socketip",
        "x-amzn-trace-id", "cf-connecting-ip", "cf-ray", "true-client-ip", "fastly-client-ip",
    ]

    /// The prefix of `X-Forwarded-For` and similar fields, in lower case.
    package static let prefix = "x-forwarded-"

    /// Fields that say more about a phone than its request needs, in lower case.
    private static let ofTheClient: Set = ["user-agent", "from"]

    static func mark(_ headers: HTTPHeaders) -> Bool {
        headers.contains { isOfProxy($0.name.lowercased()) }
    }

    /// Whether a service sees the field. None of these holds a client's address or names its program, whatever a proxy
    /// adds.
    static func isForServices(_ name: HTTPField.Name) -> Bool {
        !isOfProxy(name.canonicalName) && !ofTheClient.contains(name.canonicalName)
    }

    private static func isOfProxy(_ name: String) -> Bool {
        name.hasPrefix(prefix) || names.contains(name)
    }
}
