import Crypto
package import CryptoExtras
package import ExposurePrimitives
package import WireFormat
package import X509

/// SafetyNet as it was until its end in January 2025, except that it signs any statement.
package struct EmulatedSafetyNet: Sendable {
    package let authority: EmulatedAuthority
    private let key: _RSA.Signing.PrivateKey

    package init(authority: EmulatedAuthority) throws {
        self.authority = authority
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    /// The members of a statement that is accepted, some of them replaced or, if nil, left out.
    package func claims(for request: EmulatedRequest, _ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var members: [String: JSONValue] = [
            "nonce": .string(Base64.encode(request.binding)), "timestampMs": .integer(request.time.seconds * 1000),
            "apkPackageName": .string(request.app.packageName),
            "apkCertificateDigestSha256": [.string(Base64.encode(request.app.certificateDigest))],
            "basicIntegrity": true, "ctsProfileMatch": true, "evaluationType": "BASIC,HARDWARE_BACKED",
            "apkDigestSha256": "", "advice": "",
        ]
        for (name, value) in changes {
            members[name] = value
        }
        return .object(members.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) })
    }

    /// The signer's certificates.
    package func chain(
        host: String = "attest.android.com",
        usage: ExtendedKeyUsage.Usage? = .serverAuth,
        validity: Range<UnixTime>? = nil
    ) throws -> [[UInt8]] {
        let extensions = try Certificate.Extensions {
            SubjectAlternativeNames([.dnsName(host)])
            if let usage {
                try ExtendedKeyUsage([usage])
            }
        }
        let leaf = try authority.issue(to: .init(key.publicKey), extensions: extensions, validity: validity)
        return [leaf] + authority.issuers
    }

    /// The JWS in compact form.
    package func statement(
        _ claims: JSONValue,
        algorithm: String = "RS256",
        chain: [[UInt8]]? = nil,
        key: _RSA.Signing.PrivateKey? = nil
    ) throws -> String {
        let certificates = try (chain ?? self.chain()).map { JSONValue.string(Base64.encode($0)) }
        let header: JSONValue = ["alg": .string(algorithm), "x5c": .array(certificates)]
        let signed = Base64URL.encode(header.encoded) + "." + Base64URL.encode(claims.encoded)
        let signature = try (key ?? self.key).signature(
            for: SHA256.hash(data: Array(signed.utf8)),
            padding: .insecurePKCS1v1_5
        )
        return signed + "." + Base64URL.encode(Array(signature.rawRepresentation))
    }
}
