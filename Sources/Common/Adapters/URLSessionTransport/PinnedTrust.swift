#if canImport(Security)
    import Foundation
    import Security

    /// The only certificate authorities that an app trusts, whatever the system trusts.
    struct PinnedTrust: Sendable {
        /// The authorities in DER.
        private let authorities: [Data]

        /// - Parameter authorities: DER. Nil if one is not a certificate, or if there are none.
        init?(_ authorities: [[UInt8]]) {
            self.authorities = authorities.map { Data($0) }
            guard !authorities.isEmpty, anchors.count == authorities.count else {
                return nil
            }
        }

        /// Whether one of the authorities has certified the server.
        ///
        /// The policy of `server` must require that the name in the certificate is the host's.
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
