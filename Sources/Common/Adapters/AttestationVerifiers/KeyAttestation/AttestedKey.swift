import DeviceAttestation
import SwiftASN1
import X509

/// The certificate of the attested key itself.
///
/// `Certificate` cannot represent it, because it refuses keys of unknown algorithms (ML-DSA since Android 17). The key
/// does not matter here, and neither does the certificate's validity, which the app chooses.
struct AttestedKey {
    let issuer: DistinguishedName
    let description: KeyDescription
    private let signedBytes: ArraySlice<UInt8>
    private let algorithm: Certificate.SignatureAlgorithm
    private let signature: ArraySlice<UInt8>

    init(parsing der: [UInt8]) throws(AttestationRefusal) {
        let extensions: [Certificate.Extension]
        do {
            (signedBytes, algorithm, signature) = try DER.sequence(DER.parse(der), identifier: .sequence) { elements in
                guard let body = elements.next(), let algorithm = elements.next() else {
                    throw AttestationRefusal.malformed
                }
                let signature = try ASN1BitString(derEncoded: &elements)
                return (body.encodedBytes, try Self.algorithm(algorithm), signature.bytes)
            }
            let algorithm = algorithm
            (issuer, extensions) = try DER.sequence(DER.parse(signedBytes), identifier: .sequence) { elements in
                try Self.issuerAndExtensions(&elements, signedWith: algorithm)
            }
        } catch {
            throw .malformed
        }
        guard extensions.allSatisfy({ !$0.critical || $0.oid == .X509ExtensionID.keyUsage }) else {
            throw .chainNotTrusted
        }
        guard let content = extensions.first(where: { $0.oid == KeyDescription.extensionID })?.value else {
            throw .malformed
        }
        description = try KeyDescription(parsing: content)
    }

    func isSigned(by issuer: Certificate) -> Bool {
        issuer.publicKey.isValidSignature(signature, for: signedBytes, signatureAlgorithm: algorithm)
    }

    /// Reads TBSCertificate (RFC 5280 section 4.1) of version 3.
    private static func issuerAndExtensions(
        _ elements: inout ASN1NodeCollection.Iterator,
        signedWith algorithm: Certificate.SignatureAlgorithm
    ) throws -> (DistinguishedName, [Certificate.Extension]) {
        let version = try DER.explicitlyTagged(&elements, tagNumber: 0, tagClass: .contextSpecific) {
            try Int(derEncoded: $0)
        }
        _ = try ArraySlice<UInt8>(derEncoded: &elements)
        guard version == 2, let inner = elements.next(), try Self.algorithm(inner) == algorithm,
            let issuer = elements.next()
        else {
            throw AttestationRefusal.malformed
        }
        // Validity, subject and public key.
        for _ in 0..<3 {
            guard let node = elements.next(), node.identifier == .sequence else {
                throw AttestationRefusal.malformed
            }
        }
        let extensions = try DER.explicitlyTagged(&elements, tagNumber: 3, tagClass: .contextSpecific) {
            try DER.sequence(of: Certificate.Extension.self, identifier: .sequence, rootNode: $0)
        }
        guard Set(extensions.map(\.oid)).count == extensions.count else {
            throw AttestationRefusal.malformed
        }
        return (try DistinguishedName(derEncoded: issuer), extensions)
    }

    private static func algorithm(_ node: ASN1Node) throws -> Certificate.SignatureAlgorithm {
        let identifier = try DER.sequence(node, identifier: .sequence) { elements in
            let identifier = try ASN1ObjectIdentifier(derEncoded: &elements)
            // Absent for ECDSA, NULL for RSA.
            if let parameters = elements.next() {
                _ = try ASN1Null(derEncoded: parameters)
            }
            return identifier
        }
        guard let algorithm = algorithms[identifier] else {
            throw AttestationRefusal.algorithmNotAllowed
        }
        return algorithm
    }

    private static let algorithms: [ASN1ObjectIdentifier: Certificate.SignatureAlgorithm] = [
        [1, 2, 840, 10045, 4, 3, 2]: .ecdsaWithSHA256, [1, 2, 840, 10045, 4, 3, 3]: .ecdsaWithSHA384,
        [1, 2, 840, 113549, 1, 1, 11]: .sha256WithRSAEncryption,
    ]
}
