/// The listener for systems of other organisations. It serves only listed certificates, so each part of its set-up is
/// needed.
package struct PartnerListener: Sendable {
    package var address: ListenAddress
    package let tls: TLSFiles
    /// The path of the list of partners (``PartnerList``).
    package let list: String

    /// - Parameters:
    ///   - certificate: the path of the listener's own chain.
    ///   - key: the path of its key.
    ///   - clientAuthority: the path of the authorities that issue partners' certificates.
    package init(address: ListenAddress, certificate: String, key: String, clientAuthority: String, list: String) {
        self.address = address
        tls = TLSFiles(certificate: certificate, key: key, clientAuthority: clientAuthority)
        self.list = list
    }
}
