import AttestationVerifiers
package import Crypto
package import ExposurePrimitives
import Foundation
import SwiftASN1
package import X509

/// A root and one authority below it that certify any key with any extensions, unlike Google's and Apple's.
///
/// The name of the root says that it is for tests, so no server accepts it by mistake.
package struct EmulatedAuthority: Sendable {
    package let rootPEM: String
    /// The certificates in DER, the issuing one first and the root last.
    package let issuers: [[UInt8]]
    /// The validity of the issuers.
    package let validity: Range<UnixTime>

    private let issuerName: DistinguishedName
    private let issuerKey: P256.Signing.PrivateKey

    /// Makes a new authority.
    package init(validity: Range<UnixTime>) throws {
        self.validity = validity
        let rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
        let rootName = try DistinguishedName {
            OrganizationName(TrustAnchors.testOrganisation)
            CommonName("Emulated root")
        }
        issuerKey = P256.Signing.PrivateKey()
        issuerName = try DistinguishedName { CommonName("Emulated authority") }
        let isAuthority = try Certificate.Extensions {
            Critical(BasicConstraints.isCertificateAuthority(maxPathLength: nil))
            Critical(KeyUsage(keyCertSign: true))
        }
        let root = try Self.certificate(
            rootName,
            rootKey.publicKey,
            rootName,
            rootKey,
            .ecdsaWithSHA384,
            validity,
            isAuthority
        )
        let issuer = try Self.certificate(
            issuerName,
            Certificate.PublicKey(issuerKey.publicKey),
            rootName,
            rootKey,
            .ecdsaWithSHA384,
            validity,
            isAuthority
        )
        rootPEM = try root.serializeAsPEM().pemString
        issuers = try [issuer, root].map { try $0.derEncoded }
    }

    /// Restores an authority that was made before.
    ///
    /// - Parameters:
    ///   - issuers: the value of ``issuers``.
    ///   - issuerKeyPEM: the value of ``exposedIssuerKeyPEM``.
    package init(issuers: [[UInt8]], issuerKeyPEM: String) throws {
        let certificates = try issuers.map { try Certificate(derEncoded: $0) }
        issuerKey = try P256.Signing.PrivateKey(pemRepresentation: issuerKeyPEM)
        guard let issuer = certificates.first, let root = certificates.last,
            issuer.publicKey == Certificate.PublicKey(issuerKey.publicKey)
        else {
            throw EmulatorStateError.damaged
        }
        self.issuers = issuers
        issuerName = issuer.subject
        rootPEM = try root.serializeAsPEM().pemString
        let bounds = [issuer.notValidBefore, issuer.notValidAfter].map { UnixTime(Int64($0.timeIntervalSince1970)) }
        validity = bounds[0]..<bounds[1]
    }

    /// The issuing key. Its owner can make evidence for every server that trusts this root.
    package var exposedIssuerKeyPEM: String { issuerKey.pemRepresentation }

    /// The serial number of the issuing certificate in hexadecimal, as in lists of revoked keys.
    package var issuerSerial: String {
        get throws { Hex.encode(try Certificate(derEncoded: issuers[0]).serialNumber.bytes) }
    }

    /// The DER of a certificate from the issuing authority.
    package func issue(
        to key: Certificate.PublicKey,
        extensions: Certificate.Extensions,
        validity: Range<UnixTime>? = nil
    ) throws -> [UInt8] {
        try Self.certificate(
            DistinguishedName { CommonName("Emulated device") },
            key,
            issuerName,
            Certificate.PrivateKey(issuerKey),
            .ecdsaWithSHA256,
            validity ?? self.validity,
            extensions
        ).derEncoded
    }

    /// The DER of a certificate signed by a key without the right to issue any.
    package static func forge(
        by issuer: [UInt8],
        _ issuerKey: P256.Signing.PrivateKey,
        to key: Certificate.PublicKey,
        extensions: Certificate.Extensions,
        validity: Range<UnixTime>
    ) throws -> [UInt8] {
        try certificate(
            DistinguishedName { CommonName("Emulated device") },
            key,
            Certificate(derEncoded: issuer).subject,
            Certificate.PrivateKey(issuerKey),
            .ecdsaWithSHA256,
            validity,
            extensions
        ).derEncoded
    }

    private static func certificate(
        _ subject: DistinguishedName,
        _ key: Certificate.PublicKey,
        _ issuer: DistinguishedName,
        _ issuerKey: Certificate.PrivateKey,
        _ algorithm: Certificate.SignatureAlgorithm,
        _ validity: Range<UnixTime>,
        _ extensions: Certificate.Extensions
    ) throws -> Certificate {
        try Certificate(
            version: .v3,
            serialNumber: Certificate.SerialNumber(),
            publicKey: key,
            notValidBefore: Date(timeIntervalSince1970: Double(validity.lowerBound.seconds)),
            notValidAfter: Date(timeIntervalSince1970: Double(validity.upperBound.seconds)),
            issuer: issuer,
            subject: subject,
            signatureAlgorithm: algorithm,
            extensions: extensions,
            issuerPrivateKey: issuerKey
        )
    }
}

extension Certificate {
    fileprivate var derEncoded: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }
}
