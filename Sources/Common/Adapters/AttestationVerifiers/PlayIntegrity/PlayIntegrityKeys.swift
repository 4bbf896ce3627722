import Crypto
package import ExposurePrimitives
import Foundation

/// The two keys that the Play Console shows for an app whose server checks verdicts itself.
package struct PlayIntegrityKeys: Sendable {
    let decryption: SymmetricKey
    let verification: P256.Signing.PublicKey

    /// - Parameters:
    ///   - decryption: 32 bytes.
    ///   - verification: SubjectPublicKeyInfo in DER, P-256.
    package init(decryption: SecretBytes, verification: [UInt8]) throws(PlayIntegrityKeyError) {
        guard decryption.count == 32 else {
            throw .wrongDecryptionKeyLength(decryption.count)
        }
        guard let verification = try? P256.Signing.PublicKey(derRepresentation: verification) else {
            throw .unreadableVerificationKey
        }
        self.decryption = SymmetricKey(data: decryption.exposedBytes)
        self.verification = verification
    }
}

/// The reason why keys cannot be used.
package enum PlayIntegrityKeyError: Error, Hashable {
    case wrongDecryptionKeyLength(Int)
    case unreadableVerificationKey
}

extension PlayIntegrityKeys: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "<redacted>" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}
