import Crypto
import DeviceAttestation
import ExposurePrimitives
import Foundation
import WireFormat

/// A JWE in compact form (RFC 7516 section 7.1), A256KW and A256GCM.
struct EncryptedToken {
    private let header: [UInt8]
    private let wrappedKey: [UInt8]
    private let nonce: [UInt8]
    private let ciphertext: [UInt8]
    private let tag: [UInt8]

    init(_ text: String) throws(AttestationRefusal) {
        let parts = Array(text.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let decoded = parts.prefix(6).compactMap { Base64URL.decode(utf8: $0) }
        guard parts.count == 5, decoded.count == 5, let members = try? JSONValue(parsing: decoded[0]) else {
            throw .malformed
        }
        guard members["alg"] == "A256KW", members["enc"] == "A256GCM", members["zip"] == nil, members["crit"] == nil
        else {
            throw .algorithmNotAllowed
        }
        header = Array(parts[0])
        (wrappedKey, nonce, ciphertext, tag) = (decoded[1], decoded[2], decoded[3], decoded[4])
        // A wrapped key has 32 bytes and eight more. The other sizes are those of RFC 7518 section 5.3.
        guard wrappedKey.count == 40, nonce.count == 12, tag.count == 16 else {
            throw .malformed
        }
    }

    func decrypted(with key: SymmetricKey) throws(AttestationRefusal) -> [UInt8] {
        do {
            let contentKey = try AES.KeyWrap.unwrap(wrappedKey, using: key)
            let box = try AES.GCM.SealedBox(nonce: AES.GCM.Nonce(data: nonce), ciphertext: ciphertext, tag: tag)
            return Array(try AES.GCM.open(box, using: contentKey, authenticating: header))
        } catch {
            throw .notDecryptable
        }
    }
}
