package import ExposurePrimitives
import Foundation
import SwiftASN1
@_spi(FixedExpiryValidationTime) package import X509

/// The root certificates that a configuration trusts for one purpose.
package struct TrustAnchors: Sendable {
    package let certificates: [Certificate]

    /// - Parameter pem: one or more certificates; text between them is ignored.
    package init(pem: String) throws(TrustAnchorError) {
        guard let documents = try? PEMDocument.parseMultiple(pemString: pem), !documents.isEmpty,
            let certificates = try? documents.map({ try Certificate(pemDocument: $0) })
        else {
            throw .unreadable
        }
        self.certificates = certificates
    }

    /// Whether the certificates lead from the first one to a root by RFC 5280, at `now` and not at the system's time.
    ///
    /// No two may have the same name. If five issuers had one name, each could be the next above any other. A stranger
    /// could then cause a search through hundreds of signatures.
    ///
    /// - Parameter host: a name for which the first certificate must be valid, such as a server's in TLS.
    package func vouch(for chain: [Certificate], at now: UnixTime, host: String? = nil) async -> Bool {
        guard let leaf = chain.first, !certificates.contains(leaf), Set(chain.map(\.subject)).count == chain.count,
            host == nil || Self.isForServers(leaf)
        else {
            return false
        }
        let time = Date(timeIntervalSince1970: Double(now.seconds))
        var verifier = Verifier(rootCertificates: CertificateStore(certificates)) {
            RFC5280Policy(fixedExpiryValidationTime: time)
            if let host {
                ServerIdentityPolicy(serverHostname: host, serverIP: nil)
            }
        }
        let result = await verifier.validate(leaf: leaf, intermediates: CertificateStore(chain.dropFirst()))
        guard case .validCertificate = result else {
            return false
        }
        return true
    }

    /// Whether one of the roots is an emulator's. Anybody may have its key.
    package var areForTests: Bool {
        certificates.contains { root in
            root.subject.contains { name in
                name.contains {
                    $0.type == .RDNAttributeType.organizationName && "\($0.value)" == Self.testOrganisation
                }
            }
        }
    }

    /// The organisation in the names of emulators' roots.
    package static let testOrganisation = "Avviso emulation"

    private static func isForServers(_ certificate: Certificate) -> Bool {
        (try? certificate.extensions.extendedKeyUsage)?.contains(.serverAuth) == true
    }
}

/// The reason why roots cannot be used.
package enum TrustAnchorError: Error, Hashable {
    /// The text is not a list of certificates in PEM, or is empty.
    case unreadable
}
