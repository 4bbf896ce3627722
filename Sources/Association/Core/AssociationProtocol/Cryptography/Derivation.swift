import Crypto
import ExposurePrimitives
import Foundation
import HeraldPayloads

/// HMAC and the second half of HKDF (RFC 5869), both with SHA-256.
enum Derivation {
    /// HMAC-SHA-256, 32 bytes.
    static func authenticate(_ message: [UInt8], under key: SecretBytes) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key.exposedBytes)))
    }

    /// HKDF-Expand: `count` bytes, at most 32, of `key` for the purpose that `label` and `context` name.
    static func expand(_ key: SecretBytes, _ label: String, _ context: [UInt8] = [], count: Int = 32) -> SecretBytes {
        let expanded = HKDF<SHA256>.expand(
            pseudoRandomKey: key.exposedBytes,
            info: Array(label.utf8) + context,
            outputByteCount: count
        )
        return SecretBytes(exposing: expanded)
    }

    /// The message whose HMAC ``expand(_:_:_:count:)`` is for a label alone: T(1) of RFC 5869, section 2.3.
    static func onlyBlock(of label: String) -> [UInt8] {
        Array(label.utf8) + [1]
    }
}

extension SecretBytes {
    /// The content of a key that the library made.
    init(exposing key: SymmetricKey) {
        // SAFETY: the bytes are copied before the pointer ends.
        self.init(unsafe key.withUnsafeBytes { unsafe Array($0) })
    }

    static func random(count: Int, using generator: inout some RandomNumberGenerator) -> SecretBytes {
        var bytes: [UInt8] = []
        while bytes.count < count {
            bytes += Array(generator.next()).reversed().prefix(count - bytes.count)
        }
        return SecretBytes(bytes)
    }
}
