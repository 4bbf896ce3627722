/// The PEM files of a listener's TLS identity.
package struct TLSFiles: Hashable, Sendable {
    /// The certificate chain, the listener's own certificate first.
    package var certificate: String
    /// The private key of the first certificate, without a passphrase.
    package var key: String
    /// The authorities that may issue clients' certificates; nil if clients need none.
    package var clientAuthority: String?

    package init(certificate: String, key: String, clientAuthority: String? = nil) {
        self.certificate = certificate
        self.key = key
        self.clientAuthority = clientAuthority
    }
}

/// The oldest version of TLS that a listener speaks.
package enum MinimumTLSVersion: String, CaseIterable, Sendable {
    /// RFC 5246, only with ephemeral keys and authenticated encryption (RFC 9325, 4.2).
    case tls12 = "1.2"
    /// RFC 8446.
    case tls13 = "1.3"
}
