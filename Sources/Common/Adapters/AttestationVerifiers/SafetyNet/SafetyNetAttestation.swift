import Crypto
import CryptoExtras
package import DeviceAttestation
package import ExposurePrimitives
package import WireFormat
import X509

/// SafetyNet's statements about a device, for authorities whose phones still have some and for comparison with Immuni.
///
/// The signer is a certificate for `attest.android.com` in the statement's header, RSA with SHA-256. The checks are
/// those of Immuni's Analytics Service, without its gaps. The algorithm is fixed, and absent members are refused. The
/// statement's expiry is returned, so that its salt is remembered until then.
package struct SafetyNetAttestation: AttestationVerifier {
    private let app: AndroidApp
    private let anchors: TrustAnchors
    private let host: String
    private let minTier: AttestationTier
    private let clock: any WallClock

    /// - Parameter minTier: `hardware` requires an evaluation that is based on a key in hardware.
    package init(
        app: AndroidApp,
        anchors: TrustAnchors,
        host: String = "attest.android.com",
        minTier: AttestationTier,
        clock: any WallClock
    ) {
        self.app = app
        self.anchors = anchors
        self.host = host
        self.minTier = minTier
        self.clock = clock
    }

    package func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        guard case .safetyNet(let statement) = evidence else {
            return .refused(.kindNotAccepted)
        }
        do {
            let now = clock.now()
            let claims = try await verifiedClaims(of: statement, now: now)
            return try decide(claims, boundTo: binding, now: now)
        } catch {
            return .refused(error)
        }
    }

    private func verifiedClaims(of statement: String, now: UnixTime) async throws(AttestationRefusal) -> JSONValue {
        guard statement.utf8.count <= AttestationEvidence.maxSize else {
            throw .malformed
        }
        let jws = try CompactJWS(Array(statement.utf8))
        try jws.requireAlgorithm("RS256")
        guard let texts = jws.header["x5c"]?.texts else {
            throw .malformed
        }
        let encoded = texts.prefix(Certificates.maxCount + 1).compactMap { Base64.decode($0) }
        guard encoded.count == texts.count, let chain = Certificates.parse(encoded) else {
            throw .malformed
        }
        guard await anchors.vouch(for: chain, at: now, host: host) else {
            throw .chainNotTrusted
        }
        guard let key = _RSA.Signing.PublicKey(chain[0].publicKey) else {
            throw .algorithmNotAllowed
        }
        let signature = _RSA.Signing.RSASignature(rawRepresentation: jws.signature)
        guard key.isValidSignature(signature, for: SHA256.hash(data: jws.signedBytes), padding: .insecurePKCS1v1_5)
        else {
            throw .wrongSignature
        }
        return try jws.claims()
    }

    /// Decides on the claims of a statement with a valid signature.
    package func decide(
        _ claims: JSONValue,
        boundTo binding: [UInt8],
        now: UnixTime
    ) throws(AttestationRefusal) -> AttestationDecision {
        guard let milliseconds = claims["timestampMs"]?.integer, let nonce = claims["nonce"]?.text,
            let digests = claims["apkCertificateDigestSha256"]?.texts
        else {
            throw .malformed
        }
        let expiry = try Self.freshness.expiry(ofMillisecond: milliseconds, now: now)
        guard Base64.decode(nonce) == binding else {
            throw .wrongBinding
        }
        guard claims["apkPackageName"] == .string(app.packageName) else {
            throw .wrongApp
        }
        guard app.isSigned(by: digests.map { Base64.decode($0) ?? [] }) else {
            throw .wrongAppSignature
        }
        guard claims["basicIntegrity"] == true, claims["ctsProfileMatch"] == true else {
            throw .deviceNotGenuine
        }
        let evaluations = claims["evaluationType"]?.text?.split(separator: ",") ?? []
        let tier: AttestationTier = evaluations.contains("HARDWARE_BACKED") ? .hardware : .platform
        guard tier >= minTier else {
            throw .tierTooLow
        }
        return .accepted(tier, expiry: expiry)
    }

    /// Ten minutes in both directions (Immuni's documentation and service).
    private static let freshness = Freshness(maxLead: 600, maxAge: 600)
}
