package import ExposurePrimitives
import NIOCore
import NIOSSL
import SystemPackage

/// The content of a listener's files at one moment. A comparison shows whether they changed. It finds every kind of
/// replacement, even of a link far up the path, and the times of files cannot deceive it.
struct TLSMaterial: Equatable {
    let certificate: [UInt8]
    let key: SecretBytes
    let clientAuthority: [UInt8]?

    init(reading files: TLSFiles) throws(TLSError) {
        certificate = try Self.read(files.certificate)
        do throws(PrivateFileError) {
            try PrivateFile.check(files.key)
        } catch {
            throw .keyIsShared(error)
        }
        key = SecretBytes(try Self.read(files.key))
        if let path = files.clientAuthority {
            clientAuthority = try Self.read(path)
        } else {
            clientAuthority = nil
        }
    }

    /// In bytes. No chain and no list of authorities needs nearly as much.
    private static let sizeLimit = 1 << 20

    static func read(_ path: String) throws(TLSError) -> [UInt8] {
        do {
            let file = try FileDescriptor.open(FilePath(path), .readOnly)
            return try file.closeAfter {
                var content: [UInt8] = []
                var buffer = [UInt8](repeating: 0, count: 16_384)
                while case let count = try unsafe buffer.withUnsafeMutableBytes({ unsafe try file.read(into: $0) }),
                    count > 0
                {
                    content += buffer[..<count]
                    guard content.count <= sizeLimit else {
                        throw Errno.fileTooLarge
                    }
                }
                return content
            }
        } catch {
            throw .unreadable(path: path, reason: (error as? Errno)?.description ?? "unknown reason")
        }
    }
}

extension TLSFiles {
    /// The public keys of the authorities whose certificates clients may show. A renewed authority keeps its key, so
    /// two certificates of it count as one authority.
    func clientAuthorityKeys() throws(TLSError) -> Set<[UInt8]> {
        guard let path = clientAuthority, let pem = try TLSMaterial(reading: self).clientAuthority else {
            return []
        }
        var keys: Set<[UInt8]> = []
        for certificate in try TLSIdentity.certificates(pem, path: path) {
            guard let key = try? certificate.extractPublicKey().toSPKIBytes() else {
                throw .noCertificate(path: path)
            }
            keys.insert(key)
        }
        return keys
    }

    /// The earliest end of a certificate in the chain.
    package func expiry() throws(TLSError) -> UnixTime {
        try TLSIdentity(TLSMaterial(reading: self), of: self, minimum: .tls13).expiry
    }
}

/// The TLS identity for new connections of a listener.
struct TLSIdentity {
    let context: NIOSSLContext
    /// The earliest end of a certificate in the chain.
    let expiry: UnixTime

    init(_ material: TLSMaterial, of files: TLSFiles, minimum: MinimumTLSVersion) throws(TLSError) {
        let chain = try Self.certificates(material.certificate, path: files.certificate)
        guard let key = try? NIOSSLPrivateKey(bytes: material.key.exposedBytes, format: .pem) else {
            throw .noKey(path: files.key)
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) },
            privateKey: .privateKey(key)
        )
        configuration.minimumTLSVersion = minimum == .tls12 ? .tlsv12 : .tlsv13
        // This has no effect on TLS 1.3, because all its suites are of this kind.
        configuration.cipherSuiteValues = Self.suites
        configuration.applicationProtocols = ["http/1.1"]
        configuration.shutdownTimeout = .seconds(2)
        if let authority = material.clientAuthority, let path = files.clientAuthority {
            configuration.trustRoots = .certificates(try Self.certificates(authority, path: path))
            // A client's certificate has a name, but the client has no host name.
            configuration.certificateVerification = .noHostnameVerification
        }
        // Chain, key and authorities could be read. Only a key that does not belong to the certificate can still fail.
        guard let context = try? NIOSSLContext(configuration: configuration) else {
            throw .keyDoesNotMatch(certificate: files.certificate, key: files.key)
        }
        self.context = context
        expiry = UnixTime(chain.map { Int64($0.notValidAfter) }.min() ?? 0)
    }

    fileprivate static func certificates(_ pem: [UInt8], path: String) throws(TLSError) -> [NIOSSLCertificate] {
        guard let certificates = try? NIOSSLCertificate.fromPEMBytes(pem), !certificates.isEmpty else {
            throw .noCertificate(path: path)
        }
        return certificates
    }

    /// The suites of TLS 1.2 with ephemeral keys and authenticated encryption (RFC 9325, 4.2).
    private static let suites: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]
}
