import ExposurePrimitives
import Foundation
import SwiftASN1
import X509

/// The certificates above an attested key's certificate, in the order in which they were presented.
///
/// The checks are not those of RFC 5280, because real phones violate it. Factories wrote certificates that expired in
/// 2026 and cannot be renewed. They also wrote certificates of attesting keys that are not marked as authorities.
///
/// Instead, no certificate above the key's may itself be an attested key's. Otherwise the owner of a phone could let a
/// genuine key certify anything.
struct IssuerChain {
    private let issuers: [Certificate]
    private let anchors: [Certificate]
    private let revoked: RevokedSerials
    private let now: Date

    init(_ issuers: [Certificate], anchors: TrustAnchors, revoked: RevokedSerials, now: UnixTime) {
        self.revoked = revoked
        self.anchors = anchors.certificates
        self.now = Date(timeIntervalSince1970: Double(now.seconds))
        // Phones also send the root, and not always in the configured copy. Only its name and key count.
        let endsInRoot = issuers.last.map { last in
            anchors.certificates.contains { $0.subject == last.subject && $0.publicKey == last.publicKey }
        }
        self.issuers = endsInRoot == true ? issuers.dropLast() : issuers
    }

    func vouches(for key: AttestedKey) -> Bool {
        guard let attester = issuers.first, let last = issuers.last, attester.subject == key.issuer,
            key.isSigned(by: attester), issuers.allSatisfy(isUsable), issuers.dropFirst().allSatisfy(Self.isAuthority)
        else {
            return false
        }
        return zip(issuers, issuers.dropFirst()).allSatisfy { Self.issued($1, $0) }
            && anchors.contains { Self.issued($0, last) }
    }

    private func isUsable(_ certificate: Certificate) -> Bool {
        let lifetime = certificate.notValidAfter.timeIntervalSince(certificate.notValidBefore)
        return certificate.extensions.allSatisfy { !$0.critical || Self.understood.contains($0.oid) }
            && !revoked.contains(certificate.serialNumber)
            && certificate.extensions[oid: KeyDescription.extensionID] == nil
            && certificate.notValidBefore <= now
            && (now <= certificate.notValidAfter || lifetime >= Self.minFactoryLifetime)
    }

    private static func isAuthority(_ certificate: Certificate) -> Bool {
        guard case .isCertificateAuthority = try? certificate.extensions.basicConstraints else {
            return false
        }
        return true
    }

    private static func issued(_ issuer: Certificate, _ certificate: Certificate) -> Bool {
        issuer.subject == certificate.issuer
            && issuer.publicKey.isValidSignature(certificate.signature, for: certificate)
    }

    private static let understood: [ASN1ObjectIdentifier] = [
        .X509ExtensionID.basicConstraints, .X509ExtensionID.keyUsage,
    ]

    /// The seconds of five years. Factory certificates last ten years and are used after their end. Certificates that a
    /// phone fetches last for weeks, and those of their issuers three years.
    private static let minFactoryLifetime = 5 * 365 * 86_400.0
}
