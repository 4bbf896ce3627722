import Crypto
package import DeviceAttestation
package import ExposurePrimitives
import Foundation
import SwiftASN1
import X509

/// App Attest: the phone makes a key for the request. Apple certifies that the key is in a genuine device's Secure
/// Enclave and belongs to our app (Apple, Validating apps that connect to your server).
///
/// Each request needs its own key, because a repeated key would identify its phone. The counter must therefore be zero,
/// and the caller gets the key only as an ``AppAttestKey`` for the moment.
package struct AppAttestation: AttestationVerifier {
    private let appID: String
    private let environment: Environment
    private let anchors: TrustAnchors
    private let clock: any WallClock

    package enum Environment: String, Sendable, CaseIterable {
        case production, development

        /// The authenticator's name in sixteen bytes.
        var name: [UInt8] {
            switch self {
            case .production: Array("appattest".utf8) + [UInt8](repeating: 0, count: 7)
            case .development: Array("appattestdevelop".utf8)
            }
        }
    }

    /// - Parameters:
    ///   - appID: team and bundle identifier, separated by a full stop.
    ///   - anchors: Apple's root for App Attest.
    package init(appID: String, environment: Environment, anchors: TrustAnchors, clock: any WallClock) {
        self.appID = appID
        self.environment = environment
        self.anchors = anchors
        self.clock = clock
    }

    package func decide(_ evidence: AttestationEvidence, boundTo binding: [UInt8]) async -> AttestationDecision {
        guard case .appAttest(let object) = evidence else {
            return .refused(.kindNotAccepted)
        }
        do {
            let leaf = try await attestedKey(in: object, boundTo: binding).certificate
            let expiry = UnixTime(Int64(leaf.notValidAfter.timeIntervalSince1970))
            return .accepted(.hardware, expiry: expiry)
        } catch {
            return .refused(error)
        }
    }

    /// The key of an accepted attestation, for assertions within the same exchange.
    package func key(in object: [UInt8], boundTo binding: [UInt8]) async throws(AttestationRefusal) -> AppAttestKey {
        AppAttestKey(try await attestedKey(in: object, boundTo: binding).key, appID: appID)
    }

    private func attestedKey(
        in object: [UInt8],
        boundTo binding: [UInt8]
    ) async throws(AttestationRefusal) -> (certificate: Certificate, key: P256.Signing.PublicKey) {
        let attestation = try AttestationObject(parsing: object)
        guard let chain = Certificates.parse(attestation.chain) else {
            throw .malformed
        }
        guard await anchors.vouch(for: chain, at: clock.now()) else {
            throw .chainNotTrusted
        }
        let nonce = Array(SHA256.hash(data: attestation.authenticatorData + binding))
        guard try Self.nonce(of: chain[0]) == nonce else {
            throw .wrongBinding
        }
        let data = try AuthenticatorData(parsing: attestation.authenticatorData, hasCredential: true)
        guard data.appDigest == Array(SHA256.hash(data: Array(appID.utf8))) else {
            throw .wrongApp
        }
        guard let credential = data.credential, let key = P256.Signing.PublicKey(chain[0].publicKey),
            Array(key.x963Representation) == credential.publicKey,
            Array(SHA256.hash(data: credential.publicKey)) == credential.id
        else {
            throw .keyNotGenuine
        }
        guard credential.environment == environment.name else {
            throw Environment.development.name == credential.environment ? .testEvidence : .keyNotGenuine
        }
        guard data.counter == 0 else {
            throw .counterNotGrown
        }
        return (chain[0], key)
    }

    /// The digest in Apple's extension: a sequence of one element, tagged 1, an octet string.
    private static func nonce(of certificate: Certificate) throws(AttestationRefusal) -> [UInt8] {
        guard let content = certificate.extensions[oid: [1, 2, 840, 113635, 100, 8, 2]]?.value,
            let nonce = try? DER.sequence(
                DER.parse(content),
                identifier: .sequence,
                { elements in
                    try DER.explicitlyTagged(&elements, tagNumber: 1, tagClass: .contextSpecific) {
                        try ASN1OctetString(derEncoded: $0)
                    }
                }
            )
        else {
            throw .malformed
        }
        return Array(nonce.bytes)
    }
}
