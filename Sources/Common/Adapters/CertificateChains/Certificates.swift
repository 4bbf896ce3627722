import SwiftASN1
package import X509

/// Reads certificates that somebody presents.
package enum Certificates {
    /// Real chains have two to five certificates.
    package static let maxCount = 6

    /// The certificates of a chain in its order.
    ///
    /// - Returns: nil where there are none or too many, or one is unreadable or signed with an algorithm that is broken or
    ///   that none of the platforms uses.
    package static func parse(_ chain: some Collection<[UInt8]>) -> [Certificate]? {
        guard (1...maxCount).contains(chain.count),
            let parsed = try? chain.map({ try Certificate(derEncoded: $0) }),
            parsed.allSatisfy({ algorithms.contains($0.signatureAlgorithm) })
        else {
            return nil
        }
        return parsed
    }

    package static let algorithms: Set<Certificate.SignatureAlgorithm> = [
        .ecdsaWithSHA256, .ecdsaWithSHA384, .ecdsaWithSHA512, .sha256WithRSAEncryption, .sha384WithRSAEncryption,
        .sha512WithRSAEncryption,
    ]
}
