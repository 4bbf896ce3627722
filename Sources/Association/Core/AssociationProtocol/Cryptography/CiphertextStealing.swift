import Crypto
import CryptoExtras
import ExposurePrimitives
import Foundation

/// AES-128 in CBC mode with ciphertext stealing (CBC-CS3 of NIST SP 800-38A Addendum): the ciphertext is as long as the
/// plaintext.
///
/// The library gives CBC without padding. CS3 swaps the last two blocks, always, and cuts what is last then.
enum CiphertextStealing {
    /// - Throws: `wrongLength` for less than a block, because there is nothing to steal from.
    static func encrypt(_ plaintext: [UInt8], key: SecretBytes, vector: [UInt8]) throws(AssociationError) -> [UInt8] {
        guard plaintext.count >= blockSize else {
            throw .wrongLength(plaintext.count)
        }
        let missing = (blockSize - plaintext.count % blockSize) % blockSize
        let padded = plaintext + [UInt8](repeating: 0, count: missing)
        let chained = try cipherBlocks(padded, key: key, vector: vector, isEncrypting: true)
        guard chained.count > blockSize else {
            return chained
        }
        let start = chained.count - 2 * blockSize
        let swapped = chained[..<start] + chained[(start + blockSize)...] + chained[start..<start + blockSize]
        return Array(swapped.prefix(plaintext.count))
    }

    static func decrypt(_ ciphertext: [UInt8], key: SecretBytes, vector: [UInt8]) throws(AssociationError) -> [UInt8] {
        guard ciphertext.count >= blockSize else {
            throw .wrongLength(ciphertext.count)
        }
        guard ciphertext.count > blockSize else {
            return try cipherBlocks(ciphertext, key: key, vector: vector, isEncrypting: false)
        }
        let tailSize = (ciphertext.count - 1) % blockSize + 1
        let start = ciphertext.count - tailSize - blockSize
        let last = ciphertext[start..<start + blockSize]
        // The plaintext's padding is zero, so the block before the last ends with the bytes of the deciphered one.
        let deciphered = try cipherBlocks(Array(last), key: key, vector: zeroBlock, isEncrypting: false)
        let stolen = ciphertext.suffix(tailSize) + deciphered.suffix(blockSize - tailSize)
        let chained = Array(ciphertext[..<start] + stolen + last)
        let padded = try cipherBlocks(chained, key: key, vector: vector, isEncrypting: false)
        return Array(padded.prefix(ciphertext.count))
    }

    private static func cipherBlocks(
        _ blocks: [UInt8],
        key: SecretBytes,
        vector: [UInt8],
        isEncrypting: Bool
    ) throws(AssociationError) -> [UInt8] {
        do {
            let key = SymmetricKey(data: key.exposedBytes)
            let vector = try AES._CBC.IV(ivBytes: vector)
            return Array(
                isEncrypting
                    ? try AES._CBC.encrypt(blocks, using: key, iv: vector, noPadding: true)
                    : try AES._CBC.decrypt(blocks, using: key, iv: vector, noPadding: true)
            )
        } catch {
            throw .malformed
        }
    }

    static let blockSize = 16
    private static let zeroBlock = [UInt8](repeating: 0, count: blockSize)
}
