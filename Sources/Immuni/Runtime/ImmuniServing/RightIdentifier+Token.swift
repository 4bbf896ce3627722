package import DiagnosisKeyStores
package import ImmuniAPI
package import KeyServerRules

extension RightIdentifier {
    /// The identifier under which the right of a code is stored: a hash of the token that phones send, made with the
    /// server's key.
    package init(of token: UploadToken, under key: RightKey) {
        self.init(mac: key.mac(of: token.digest, for: .release01Code))
    }
}
