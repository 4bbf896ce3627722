import Crypto
package import DeviceAttestation
package import ExposurePrimitives
package import WireFormat

/// Play Integrity's verdicts, decrypted and checked here. Nothing is sent to Google, so it learns no address or time
/// from us.
///
/// Only the members below are read. Licence, device recall and activity describe a person or a phone's past, and no
/// decision needs them.
package struct PlayIntegrityAttestation: AttestationVerifier {
    private let app: AndroidApp
    private let keys: PlayIntegrityKeys
    private let minTier: AttestationTier
    private let takesTestEvidence: Bool
    private let clock: any WallClock

    /// - Parameters:
    ///   - minTier: `hardware` requires Google's strong verdict, `platform` its verdict on the device.
    ///   - takesTestEvidence: whether verdicts that somebody chose for a test are accepted.
    package init(
        app: AndroidApp,
        keys: PlayIntegrityKeys,
        minTier: AttestationTier,
        takesTestEvidence: Bool = false,
        clock: any WallClock
    ) {
        self.app = app
        self.keys = keys
        self.minTier = minTier
        self.takesTestEvidence = takesTestEvidence
        self.clock = clock
    }

    package func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        guard case .playIntegrity(let token) = evidence else {
            return .refused(.kindNotAccepted)
        }
        do {
            return try decide(verifiedVerdict(of: token), boundTo: binding)
        } catch {
            return .refused(error)
        }
    }

    private func verifiedVerdict(of token: String) throws(AttestationRefusal) -> JSONValue {
        guard token.utf8.count <= AttestationEvidence.maxSize else {
            throw .malformed
        }
        let content = try EncryptedToken(token).decrypted(with: keys.decryption)
        let jws = try CompactJWS(content)
        try jws.requireAlgorithm("ES256")
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: jws.signature),
            keys.verification.isValidSignature(signature, for: jws.signedBytes)
        else {
            throw .wrongSignature
        }
        return try jws.claims()
    }

    /// Decides on a decrypted verdict with a valid signature.
    package func decide(
        _ verdict: JSONValue,
        boundTo binding: [UInt8]
    ) throws(AttestationRefusal) -> AttestationDecision {
        guard takesTestEvidence || verdict["testingDetails"] == nil else {
            throw .testEvidence
        }
        let expiry = try decide(request: verdict["requestDetails"], boundTo: binding)
        try decide(app: verdict["appIntegrity"])
        let labels = verdict["deviceIntegrity"]?["deviceRecognitionVerdict"]?.texts ?? []
        let isStrong = labels.contains("MEETS_STRONG_INTEGRITY")
        guard isStrong || labels.contains("MEETS_DEVICE_INTEGRITY") else {
            throw .deviceNotGenuine
        }
        let tier: AttestationTier = isStrong ? .hardware : .platform
        guard tier >= minTier else {
            throw .tierTooLow
        }
        return .accepted(tier, expiry: expiry)
    }

    private func decide(request: JSONValue?, boundTo binding: [UInt8]) throws(AttestationRefusal) -> UnixTime {
        guard let text = request?["timestampMillis"]?.text, let milliseconds = Int64(text) else {
            throw .malformed
        }
        guard request?["requestPackageName"] == .string(app.packageName) else {
            throw .wrongApp
        }
        guard request?["requestHash"] == .string(Base64URL.encode(binding)) else {
            throw .wrongBinding
        }
        return try Self.freshness.expiry(ofMillisecond: milliseconds, now: clock.now())
    }

    private func decide(app found: JSONValue?) throws(AttestationRefusal) {
        guard found?["appRecognitionVerdict"] == "PLAY_RECOGNIZED", found?["packageName"] == .string(app.packageName)
        else {
            throw .wrongApp
        }
        guard let digests = found?["certificateSha256Digest"]?.texts,
            app.isSigned(by: digests.map { Base64URL.decode($0) ?? [] })
        else {
            throw .wrongAppSignature
        }
    }

    /// The verdict is ten minutes old at most; Google's clock may be a minute ahead of ours.
    private static let freshness = Freshness(maxLead: 60, maxAge: 600)
}
