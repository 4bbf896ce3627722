import Crypto
import ExposurePrimitives
import NIOSSL

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

/// The certificate that a client has shown.
struct ClientCertificate: Sendable {
    let fingerprint: CertificateFingerprint
    let expiry: UnixTime

    /// Throws for a certificate that has no DER form.
    init(_ certificate: NIOSSLCertificate) throws {
        fingerprint = CertificateFingerprint(ofDER: try certificate.toDERBytes())
        expiry = UnixTime(Int64(certificate.notValidAfter))
    }
}

/// The clients that a listener admits among those with a certificate of its authorities.
enum ClientAdmission: Sendable {
    case all
    case partners(PartnerKeeper)
    case allBut(PartnerKeeper)

    /// - Parameter certificate: the client's own; nil if it shows none.
    func admits(_ certificate: ClientCertificate?) -> Bool {
        switch self {
        case .all: true
        case .partners(let keeper): certificate.flatMap(keeper.partner(showing:)) != nil
        case .allBut(let keeper): certificate.map(keeper.hasListed) != true
        }
    }
}
