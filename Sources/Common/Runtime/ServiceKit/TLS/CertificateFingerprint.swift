import Crypto
import ExposurePrimitives

/// The SHA-256 of a certificate in DER.
package struct CertificateFingerprint: Hashable, Sendable {
    private let digest: [UInt8]

    init(ofDER certificate: [UInt8]) {
        digest = Array(SHA256.hash(data: certificate))
    }

    /// Reads 64 hexadecimal digits, in any case, with or without a colon after each byte, as OpenSSL prints them.
    package init?(_ text: String) {
        let bytes = text.split(separator: ":", omittingEmptySubsequences: false)
        guard bytes.count == 1 || bytes.allSatisfy({ $0.utf8.count == 2 }),
            let digest = Hex.decode(bytes.joined().lowercased()), digest.count == SHA256.byteCount
        else {
            return nil
        }
        self.digest = digest
    }
}

extension CertificateFingerprint: CustomStringConvertible {
    package var description: String { Hex.encode(digest) }
}

/// Which clients a listener lets in, of those whose certificates an authority has issued.
enum ClientAdmission: Sendable {
    case all
    case only(Set<CertificateFingerprint>)
    case allBut(Set<CertificateFingerprint>)

    /// - Parameter certificate: the client's own, in DER; nil where it has shown none.
    func admits(_ certificate: [UInt8]?) -> Bool {
        let fingerprint = certificate.map(CertificateFingerprint.init(ofDER:))
        return switch self {
        case .all: true
        case .only(let listed): fingerprint.map { listed.contains($0) } ?? false
        case .allBut(let listed): fingerprint.map { !listed.contains($0) } ?? true
        }
    }
}
