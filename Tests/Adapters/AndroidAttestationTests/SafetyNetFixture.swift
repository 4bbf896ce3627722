import AndroidAttestation
import AttestationTesting
import CertificateChains
import Crypto
import CryptoExtras
import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import WireFormat
import X509

/// A SafetyNet of a test's own: it signs any statement.
struct SafetyNetFixture {
    let now = UnixTime(1_790_000_000)
    let binding = [UInt8](repeating: 7, count: 32)
    let app = AndroidApp(packageName: "it.example.app", certificateDigests: [[UInt8](repeating: 9, count: 32)])
    let authority: FixtureAuthority
    let key: _RSA.Signing.PrivateKey
    let clock: ManualClock

    init() throws {
        clock = ManualClock(now)
        authority = try FixtureAuthority(validity: UnixTime(now.seconds - 86_400)..<UnixTime(now.seconds + 86_400))
        key = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    func verifier(leastTier: AttestationTier = .hardware, roots: String? = nil) throws -> SafetyNetAttestation {
        SafetyNetAttestation(
            app: app,
            anchors: try TrustAnchors(pem: roots ?? authority.rootPEM),
            leastTier: leastTier,
            clock: clock
        )
    }

    /// The members of a statement that is accepted, with some replaced or, where nil, left out.
    func claims(_ changes: [String: JSONValue?] = [:]) -> JSONValue {
        var members: [String: JSONValue] = [
            "nonce": .string(Base64.encode(binding)), "timestampMs": .integer(now.seconds * 1000),
            "apkPackageName": "it.example.app",
            "apkCertificateDigestSha256": [.string(Base64.encode([UInt8](repeating: 9, count: 32)))],
            "basicIntegrity": true, "ctsProfileMatch": true, "evaluationType": "BASIC,HARDWARE_BACKED",
            "apkDigestSha256": "", "advice": "",
        ]
        for (name, value) in changes {
            members[name] = value
        }
        return .object(members.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: $0.value) })
    }

    func chain(
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

    func statement(
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
