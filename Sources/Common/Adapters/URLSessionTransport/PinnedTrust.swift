#if canImport(Security)
    import Foundation
    import Security

    /// The only certificate authorities that an app believes, whatever the system trusts.
    struct PinnedTrust: Sendable {
        /// DER.
        private let authorities: [Data]

        /// - Parameter authorities: DER; nil where one is no certificate, or where there are none.
        init?(_ authorities: [[UInt8]]) {
            self.authorities = authorities.map { Data($0) }
            guard !authorities.isEmpty, anchors.count == authorities.count else {
                return nil
            }
        }

        /// Whether one of the authorities vouches for the server. `server` comes with the policy that the name in the
        /// certificate is the host's.
        func believes(_ server: SecTrust) -> Bool {
            SecTrustSetAnchorCertificates(server, anchors as CFArray) == errSecSuccess
                && SecTrustSetAnchorCertificatesOnly(server, true) == errSecSuccess
                && SecTrustEvaluateWithError(server, nil)
        }

        private var anchors: [SecCertificate] {
            authorities.compactMap { SecCertificateCreateWithData(nil, $0 as CFData) }
        }
    }
#endif
