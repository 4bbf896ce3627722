import Crypto
import ExposurePrimitives
import HeraldPayloads

/// The encryption type aes128-cts-hmac-sha256-128 (RFC 8009) with an initialisation vector of the caller's.
struct KerberosCipher {
    private let encryptionKey: SecretBytes
    private let integrityKey: SecretBytes

    /// - Parameter base: the base key of 16 bytes.
    init(base: SecretBytes, usage: KeyUsage) {
        encryptionKey = Self.deriveKey(base: base, usage: usage.rawValue, purpose: .encryption)
        integrityKey = Self.deriveKey(base: base, usage: usage.rawValue, purpose: .integrity)
    }

    /// The key for one purpose: the first 16 bytes of HMAC(base, 1 ‖ usage ‖ purpose ‖ 0 ‖ 128) (RFC 8009 section 3).
    static func deriveKey(base: SecretBytes, usage: UInt32, purpose: Purpose) -> SecretBytes {
        let input = [UInt8](UInt32(1)) + [UInt8](usage) + [purpose.rawValue, 0] + [UInt8](UInt32(128))
        return SecretBytes(Derivation.authenticate(input, under: base).prefix(keySize))
    }

    /// The last byte of a derivation's constant (RFC 8009 section 5).
    enum Purpose: UInt8 {
        case checksum = 0x99
        case encryption = 0xAA
        case integrity = 0x55
    }

    /// Encrypts at the exact length, without a tag.
    ///
    /// - Parameters:
    ///   - plaintext: at least one block.
    ///   - vector: one block; zero where the key encrypts nothing else.
    func encrypt(_ plaintext: [UInt8], vector: [UInt8] = zeroBlock) throws(AssociationError) -> [UInt8] {
        try CiphertextStealing.encrypt(plaintext, key: encryptionKey, vector: vector)
    }

    /// The inverse of `encrypt`. It does not notice changed bytes: the caller must.
    func decrypt(_ ciphertext: [UInt8], vector: [UInt8] = zeroBlock) throws(AssociationError) -> [UInt8] {
        try CiphertextStealing.decrypt(ciphertext, key: encryptionKey, vector: vector)
    }

    /// Encrypts behind a confounder and adds a tag: 32 bytes more than the plaintext.
    func seal(_ plaintext: [UInt8], confounder: Bytes16) throws(AssociationError) -> [UInt8] {
        let ciphertext = try encrypt(confounder.bytes + plaintext)
        return ciphertext + tag(of: ciphertext)
    }

    /// Verifies the tag in constant time, then decrypts.
    ///
    /// - Throws: `notAuthentic` for a wrong tag, `wrongLength` for fewer than 32 bytes.
    func open(_ sealed: [UInt8]) throws(AssociationError) -> [UInt8] {
        guard sealed.count >= Self.overhead else {
            throw .wrongLength(sealed.count)
        }
        let ciphertext = Array(sealed.dropLast(Self.tagSize))
        guard SecretBytes(sealed.suffix(Self.tagSize)) == SecretBytes(tag(of: ciphertext)) else {
            throw .notAuthentic
        }
        return Array(try decrypt(ciphertext).dropFirst(Bytes16.count))
    }

    /// The first 16 bytes of the HMAC over the vector, which is zero, and the ciphertext (RFC 8009 section 5).
    private func tag(of ciphertext: [UInt8]) -> [UInt8] {
        Array(Derivation.authenticate(Self.zeroBlock + ciphertext, under: integrityKey).prefix(Self.tagSize))
    }

    static let keySize = 16
    static let tagSize = 16
    /// Confounder and tag.
    static let overhead = 32
    static let zeroBlock = [UInt8](repeating: 0, count: CiphertextStealing.blockSize)
}
