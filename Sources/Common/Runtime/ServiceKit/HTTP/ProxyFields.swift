import NIOHTTP1

/// The fields by which a request tells that a proxy, a load balancer or a content network handed it on.
///
/// A proxy that adds none of them cannot be recognised.
package enum ProxyFields {
    /// In lower case: RFC 7239, RFC 9110 (7.6.3), and what products add by default.
    package static let names: Set = [
        "forwarded", "via", "x-real-ip", "x-client-ip", "x-cluster-client-ip", "x-original-forwarded-for",
        "x-original-host", "x-envoy-external-address", "x-proxyuser-ip", "x-azure-clientip", "x-azure-socketip",
        "x-amzn-trace-id", "cf-connecting-ip", "cf-ray", "true-client-ip", "fastly-client-ip",
    ]

    /// Of `X-Forwarded-For` and its kin, in lower case.
    package static let prefix = "x-forwarded-"

    static func mark(_ headers: HTTPHeaders) -> Bool {
        headers.contains { field in
            let name = field.name.lowercased()
            return name.hasPrefix(prefix) || names.contains(name)
        }
    }
}
