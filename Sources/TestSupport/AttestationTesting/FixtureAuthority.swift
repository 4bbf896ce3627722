package import Crypto
package import ExposurePrimitives
import Foundation
import SwiftASN1
package import X509

/// A root and one authority below it, made for a test, that certify any key with any extensions.
package struct FixtureAuthority: Sendable {
    package let rootPEM: String
    /// DER, the issuing certificate first and the root last.
    package let issuers: [[UInt8]]
    /// Of the issuers.
    package let validity: Range<UnixTime>

    private let issuerName: DistinguishedName
    private let issuerKey: Certificate.PrivateKey

    package init(name: String = "Fixture", validity: Range<UnixTime>) throws {
        self.validity = validity
        let rootKey = Certificate.PrivateKey(P384.Signing.PrivateKey())
        let rootName = try DistinguishedName { CommonName("\(name) root") }
        issuerKey = Certificate.PrivateKey(P256.Signing.PrivateKey())
        issuerName = try DistinguishedName { CommonName("\(name) authority") }
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
            issuerKey.publicKey,
            rootName,
            rootKey,
            .ecdsaWithSHA384,
            validity,
            isAuthority
        )
        rootPEM = try root.serializeAsPEM().pemString
        issuers = try [issuer, root].map { try $0.derEncoded }
    }

    /// The DER of a certificate from the issuing authority.
    package func issue(
        to key: Certificate.PublicKey,
        extensions: Certificate.Extensions,
        validity: Range<UnixTime>? = nil
    ) throws -> [UInt8] {
        try Self.certificate(
            DistinguishedName { CommonName("Fixture") },
            key,
            issuerName,
            issuerKey,
            .ecdsaWithSHA256,
            validity ?? self.validity,
            extensions
        ).derEncoded
    }

    /// The DER of a certificate by a key that was given no right to issue any.
    package static func forge(
        by issuer: [UInt8],
        _ issuerKey: P256.Signing.PrivateKey,
        to key: Certificate.PublicKey,
        extensions: Certificate.Extensions,
        validity: Range<UnixTime>
    ) throws -> [UInt8] {
        try certificate(
            DistinguishedName { CommonName("Fixture") },
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
    package var derEncoded: [UInt8] {
        get throws {
            var serializer = DER.Serializer()
            try serializer.serialize(self)
            return serializer.serializedBytes
        }
    }
}
