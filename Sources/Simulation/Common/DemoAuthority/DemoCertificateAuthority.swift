import Crypto
package import ExposurePrimitives
import Foundation
import SwiftASN1
import X509

/// A certificate authority for demonstrations and tests. It exists only in memory and never gives out its key, so
/// nobody else can issue certificates with it.
package struct DemoCertificateAuthority: Sendable {
    /// The certificate that clients, or servers that check clients, trust.
    package let rootPEM: String

    private let root: Certificate
    private let key: Certificate.PrivateKey
    private let validity: Range<UnixTime>

    /// - Parameters:
    ///   - name: The common name of the root.
    ///   - validity: The validity of the root and, by default, of the certificates that it issues.
    package init(name: String = "Avviso demo authority", validity: Range<UnixTime>) throws(DemoAuthorityError) {
        try self.init(name: name, validity: validity, key: Certificate.PrivateKey(P256.Signing.PrivateKey()))
    }

    /// The same authority with a new root: another certificate of the same key.
    package func renewed(name: String, validity: Range<UnixTime>) throws(DemoAuthorityError) -> Self {
        try Self(name: name, validity: validity, key: key)
    }

    private init(name: String, validity: Range<UnixTime>, key: Certificate.PrivateKey) throws(DemoAuthorityError) {
        (self.validity, self.key) = (validity, key)
        do {
            let subject = try DistinguishedName { CommonName(name) }
            root = try Certificate(
                subject: subject,
                publicKey: key.publicKey,
                issuer: subject,
                issuerKey: key,
                validity: validity,
                extensions: Certificate.Extensions {
                    Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                    Critical(KeyUsage(keyCertSign: true, cRLSign: true))
                    SubjectKeyIdentifier(hash: key.publicKey)
                }
            )
            rootPEM = try root.serializeAsPEM().pemString + "\n"
        } catch {
            throw .cannotSign("\(error)")
        }
    }

    /// A certificate for a server that is reached at `hosts`: names, or IP addresses.
    package func server(
        hosts: [String],
        validity: Range<UnixTime>? = nil
    ) throws(DemoAuthorityError) -> DemoCertificate {
        var names: [GeneralName] = []
        for host in hosts {
            names.append(try Self.generalName(host))
        }
        return try issue(
            to: hosts.first ?? "server",
            purpose: .serverAuth,
            names: names,
            validity: validity ?? self.validity
        )
    }

    /// A certificate for a client. `name` is only a label.
    package func client(name: String, validity: Range<UnixTime>? = nil) throws(DemoAuthorityError) -> DemoCertificate {
        try issue(to: name, purpose: .clientAuth, names: [], validity: validity ?? self.validity)
    }

    private func issue(
        to name: String,
        purpose: ExtendedKeyUsage.Usage,
        names: [GeneralName],
        validity: Range<UnixTime>
    ) throws(DemoAuthorityError) -> DemoCertificate {
        let own = P256.Signing.PrivateKey()
        let publicKey = Certificate.PublicKey(own.publicKey)
        do {
            let extensions = try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([purpose])
                if !names.isEmpty {
                    SubjectAlternativeNames(names)
                }
                SubjectKeyIdentifier(hash: publicKey)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: key.publicKey).keyIdentifier)
            }
            let certificate = try Certificate(
                subject: DistinguishedName { CommonName(name) },
                publicKey: publicKey,
                issuer: root.subject,
                issuerKey: key,
                validity: validity,
                extensions: extensions
            )
            return DemoCertificate(
                certificatePEM: try certificate.serializeAsPEM().pemString + "\n",
                keyPEM: SecretBytes((own.pemRepresentation + "\n").utf8)
            )
        } catch {
            throw .cannotSign("\(error)")
        }
    }

    private static func generalName(_ host: String) throws(DemoAuthorityError) -> GeneralName {
        if let address = IPAddress.bytes(host) {
            return .ipAddress(ASN1OctetString(contentBytes: address[...]))
        }
        let isName =
            !host.isEmpty && host.utf8.count <= 253
            && host.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "*"):
                    true
                default: false
                }
            }
        guard isName else {
            throw .notAHost(host)
        }
        return .dnsName(host)
    }
}

/// A certificate and its private key, both in PEM.
package struct DemoCertificate: Sendable {
    package let certificatePEM: String
    package let keyPEM: SecretBytes
}

/// The reason why a demo certificate cannot be made.
package enum DemoAuthorityError: Error, Hashable, CustomStringConvertible {
    case notAHost(String)
    /// Has the library's reason, which contains no key.
    case cannotSign(String)

    package var description: String {
        switch self {
        case .notAHost(let host): "\"\(host)\" is neither a host name nor an IP address"
        case .cannotSign(let reason): "the certificate cannot be made: \(reason)"
        }
    }
}

extension Certificate {
    fileprivate init(
        subject: DistinguishedName,
        publicKey: PublicKey,
        issuer: DistinguishedName,
        issuerKey: PrivateKey,
        validity: Range<UnixTime>,
        extensions: Extensions
    ) throws {
        try self.init(
            version: .v3,
            serialNumber: SerialNumber(),
            publicKey: publicKey,
            notValidBefore: Date(timeIntervalSince1970: Double(validity.lowerBound.seconds)),
            notValidAfter: Date(timeIntervalSince1970: Double(validity.upperBound.seconds)),
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: extensions,
            issuerPrivateKey: issuerKey
        )
    }
}
