import Crypto
import ExposurePrimitives
import Foundation

/// ChaCha20-Poly1305 (RFC 8439) with a nonce of zeros, under keys that encrypt one message each.
enum SealedBox {
    static func seal(
        _ content: [UInt8],
        key: SecretBytes,
        authenticating data: [UInt8]
    ) throws(AssociationError) -> [UInt8] {
        do {
            let key = SymmetricKey(data: key.exposedBytes)
            let box = try ChaChaPoly.seal(content, using: key, nonce: zeroNonce(), authenticating: data)
            return Array(box.ciphertext + box.tag)
        } catch {
            throw .malformed
        }
    }

    /// - Throws: `wrongLength` if there is no room for a tag, `notAuthentic` if the tag does not hold.
    static func open(
        _ sealed: [UInt8],
        key: SecretBytes,
        authenticating data: [UInt8]
    ) throws(AssociationError) -> [UInt8] {
        guard sealed.count >= tagSize else {
            throw .wrongLength(sealed.count)
        }
        do {
            let box = try ChaChaPoly.SealedBox(
                nonce: zeroNonce(),
                ciphertext: sealed.dropLast(tagSize),
                tag: sealed.suffix(tagSize)
            )
            let key = SymmetricKey(data: key.exposedBytes)
            return Array(try ChaChaPoly.open(box, using: key, authenticating: data))
        } catch {
            throw .notAuthentic
        }
    }

    private static func zeroNonce() throws -> ChaChaPoly.Nonce {
        try ChaChaPoly.Nonce(data: [UInt8](repeating: 0, count: 12))
    }

    static let tagSize = 16
}
