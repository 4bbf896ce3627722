package import DeviceAttestation
package import ExposurePrimitives
import X509

/// Android key attestation: the phone makes a key for the request. Its secure hardware certifies the system and the
/// app.
///
/// Google's services are not involved, so this also works on phones without them.
package struct KeyAttestation: AttestationVerifier {
    private let app: AndroidApp
    private let anchors: TrustAnchors
    private let revoked: RevokedSerials
    private let clock: any WallClock

    /// - Parameter anchors: Google's roots for hardware attestation: the RSA root and, since 2025, the ECDSA root. The
    ///   root for attestation by software must not be among them.
    package init(
        app: AndroidApp,
        anchors: TrustAnchors,
        revoked: RevokedSerials = RevokedSerials(),
        clock: any WallClock
    ) {
        self.revoked = revoked
        self.app = app
        self.anchors = anchors
        self.clock = clock
    }

    package func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        guard case .keyAttestation(let chain) = evidence else {
            return .refused(.kindNotAccepted)
        }
        do {
            let now = clock.now()
            return try decide(trustedDescription(of: chain, at: now), boundTo: binding, now: now)
        } catch {
            return .refused(error)
        }
    }

    /// The key description of the first certificate, once its chain is trusted.
    func trustedDescription(of chain: [[UInt8]], at now: UnixTime) throws(AttestationRefusal) -> KeyDescription {
        guard chain.count <= Certificates.maxCount,
            chain.lazy.map(\.count).reduce(0, +) <= AttestationEvidence.maxSize,
            let first = chain.first, let issuers = Certificates.parse(chain.dropFirst())
        else {
            throw .malformed
        }
        let key = try AttestedKey(parsing: first)
        guard IssuerChain(issuers, anchors: anchors, revoked: revoked, now: now).vouches(for: key) else {
            throw .chainNotTrusted
        }
        return key.description
    }

    private func decide(
        _ key: KeyDescription,
        boundTo binding: [UInt8],
        now: UnixTime
    ) throws(AttestationRefusal) -> AttestationDecision {
        guard key.attestationLevel != .software, key.keyLevel != .software,
            key.hardware.origin == AuthorizationList.generated
        else {
            throw .keyNotGenuine
        }
        guard let root = key.hardware.rootOfTrust, root.isLocked, root.bootState == .verified else {
            throw .deviceNotGenuine
        }
        guard key.challenge == binding else {
            throw .wrongBinding
        }
        guard let application = key.system.application, application.packageNames == [Array(app.packageName.utf8)] else {
            throw .wrongApp
        }
        guard app.isSigned(by: application.certificateDigests) else {
            throw .wrongAppSignature
        }
        guard let created = key.system.creationMillisecond else {
            throw .malformed
        }
        return .accepted(.hardware, expiry: try Self.freshness.expiry(ofMillisecond: created, now: now))
    }

    /// Ten minutes in both directions: the moment comes from the phone.
    private static let freshness = Freshness(maxLead: 600, maxAge: 600)
}
