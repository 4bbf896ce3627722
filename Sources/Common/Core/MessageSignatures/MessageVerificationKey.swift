import Crypto
import ExposurePrimitives
import Foundation

/// A public key with which a phone verifies messages.
public struct MessageVerificationKey: Sendable {
    /// The name of the key in signatures.
    public let keyID: String
    let publicKey: P256.Signing.PublicKey

    /// - Parameter pem: a P-256 SubjectPublicKeyInfo.
    public init(pem: String) throws(MessageSignatureError) {
        guard let key = try? P256.Signing.PublicKey(pemRepresentation: pem) else {
            throw .unreadablePublicKey
        }
        publicKey = key
        keyID = Self.keyID(ofPublicKey: Array(key.derRepresentation))
    }

    /// Whether `signature` is this key's over `content`: ECDSA with SHA-256, r‖s of 32 bytes each.
    public func isValid(_ signature: [UInt8], over content: [UInt8]) -> Bool {
        guard let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature) else {
            return false
        }
        return publicKey.isValidSignature(signature, for: content)
    }

    /// The key's name: the first 16 hexadecimal digits of the SHA-256 of the public key. Nobody needs to agree on
    /// names.
    ///
    /// - Parameter der: SubjectPublicKeyInfo.
    public static func keyID(ofPublicKey der: [UInt8]) -> String {
        Hex.encode(Array(SHA256.hash(data: der)).prefix(8))
    }
}
