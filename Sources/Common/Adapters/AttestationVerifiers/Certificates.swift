import SwiftASN1
package import X509

/// Reads certificates from outside.
package enum Certificates {
    /// The maximum number of certificates. Real chains have two to five.
    package static let maxCount = 6

    /// The certificates of a chain in its order.
    ///
    /// - Returns: nil if there are none or too many, or if one is unreadable. Also nil if one is signed with an
    ///   algorithm that is broken or that none of the platforms uses.
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
