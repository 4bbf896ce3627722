/// The listener for systems of others. It speaks with those alone that show a listed certificate, so no set-up of it lacks
/// one of its parts.
package struct PartnerListener: Sendable {
    package var address: ListenAddress
    package let tls: TLSFiles
    /// Of the certificates that are let in; a renewed certificate is another one.
    package let fingerprints: Set<CertificateFingerprint>

    /// - Parameters:
    ///   - certificate: the path of the listener's own chain.
    ///   - key: the path of its key.
    ///   - clientAuthority: the path of the authorities that issue partners' certificates.
    package init(
        address: ListenAddress,
        certificate: String,
        key: String,
        clientAuthority: String,
        fingerprints: Set<CertificateFingerprint>
    ) {
        self.address = address
        tls = TLSFiles(certificate: certificate, key: key, clientAuthority: clientAuthority)
        self.fingerprints = fingerprints
    }
}
