package import NIOSSL

/// The authorities that a client trusts over https, and the client's own certificate.
package struct ServerTrust: Sendable {
    private let roots: [NIOSSLCertificate]?
    private let identity: (chain: [NIOSSLCertificate], key: NIOSSLPrivateKey)?

    /// The roots that the machine trusts, and no certificate of its own.
    package static let system = ServerTrust(roots: nil, identity: nil)

    private init(roots: [NIOSSLCertificate]?, identity: (chain: [NIOSSLCertificate], key: NIOSSLPrivateKey)?) {
        self.roots = roots
        self.identity = identity
    }

    /// - Parameters:
    ///   - roots: PEM of the only trusted authorities; nil for those that the machine trusts.
    ///   - certificate: PEM of the client's certificate chain, its own certificate first. It is sent if a server asks
    ///     for one.
    ///   - key: PEM of the private key to `certificate`.
    package init(roots: [UInt8]?, certificate: [UInt8]? = nil, key: [UInt8]? = nil) throws(ServerTrustError) {
        var rootCertificates: [NIOSSLCertificate]?
        if let roots {
            rootCertificates = try Self.certificates(roots, else: .roots)
        }
        switch (certificate, key) {
        case (nil, nil):
            self.init(roots: rootCertificates, identity: nil)
        case (let certificate?, let key?):
            let chain = try Self.certificates(certificate, else: .certificate)
            guard let privateKey = try? NIOSSLPrivateKey(bytes: key, format: .pem) else {
                throw .key
            }
            self.init(roots: rootCertificates, identity: (chain, privateKey))
            guard (try? NIOSSLContext(configuration: tlsConfiguration)) != nil else {
                throw .keyDoesNotMatch
            }
        default:
            throw .half
        }
    }

    /// The TLS configuration of a client that checks the whole chain and the host's name. It uses TLS 1.2 if a server
    /// has no newer version.
    package var tlsConfiguration: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        if let roots {
            configuration.trustRoots = .certificates(roots)
        }
        if let identity {
            configuration.certificateChain = identity.chain.map { .certificate($0) }
            configuration.privateKey = .privateKey(identity.key)
        }
        return configuration
    }

    private static func certificates(
        _ pem: [UInt8],
        else error: ServerTrustError
    ) throws(ServerTrustError) -> [NIOSSLCertificate] {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(pem), !certificates.isEmpty else {
            throw error
        }
        return certificates
    }
}

/// The reason why a client's certificates cannot be used.
package enum ServerTrustError: Error, Hashable, CustomStringConvertible {
    case roots
    case certificate
    case key
    case keyDoesNotMatch
    /// The configuration has a certificate without its key, or a key without its certificate.
    case half

    package var description: String {
        switch self {
        case .roots: "the authorities to trust are not certificates in PEM"
        case .certificate: "the client's certificate is not in PEM"
        case .key: "the client's key is not a private key in PEM without a passphrase"
        case .keyDoesNotMatch: "the client's key does not belong to its certificate"
        case .half: "the client's certificate and its key go together: give both or neither"
        }
    }
}
