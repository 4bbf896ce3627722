import Crypto
import CryptoExtras
public import ExposurePrimitives
import Foundation

/// The keys derived from one TEK. They are expanded once and then derive many identifiers.
public struct DerivedKeys: Sendable {
    private let rpiKey: SymmetricKey
    private let aemKey: SymmetricKey

    /// Derives RPIK and AEMK: HKDF-SHA256 of the TEK without salt, info `EN-RPIK` and `EN-AEMK`, 16 bytes each
    /// (Cryptography Specification v1.2.1).
    public init(of key: TemporaryExposureKey.KeyData) {
        let secret = SymmetricKey(data: key.exposedBytes)
        rpiKey = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("EN-RPIK".utf8), outputByteCount: 16)
        aemKey = HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data("EN-AEMK".utf8), outputByteCount: 16)
    }

    /// The identifier broadcast in `interval`: AES-128 of `EN-RPI`, six zero bytes and the interval number as 32 bits
    /// little-endian, under the RPIK.
    public func identifier(at interval: IntervalNumber) -> RollingProximityIdentifier {
        var block = Array("EN-RPI".utf8) + [UInt8](repeating: 0, count: 6)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            block.append(UInt8(truncatingIfNeeded: interval.rawValue >> shift))
        }
        return RollingProximityIdentifier(Self.bytes16(Self.encrypted(block, under: rpiKey)))
    }

    /// Encrypts or decrypts metadata: AES-128-CTR under the AEMK with the RPI as the first counter block.
    public func transformMetadata(
        _ metadata: EncodedMetadata,
        with identifier: RollingProximityIdentifier
    ) -> EncodedMetadata {
        // Four bytes need only the first block of the key stream, which is the encrypted counter block itself.
        let keyStream = Self.encrypted(identifier.bytes, under: aemKey)
        return EncodedMetadata(zip(metadata.bytes, keyStream).map { $0 ^ $1 }) ?? metadata
    }

    private static func encrypted(_ block: [UInt8], under key: SymmetricKey) -> [UInt8] {
        var block = block
        do {
            try AES.permute(&block, key: key)
        } catch {
            preconditionFailure("AES-128 refused a 16-byte block under a 16-byte key: \(error)")
        }
        return block
    }

    private static func bytes16(_ block: [UInt8]) -> Bytes16 {
        guard let value = Bytes16(block) else {
            preconditionFailure("an AES block has sixteen bytes")
        }
        return value
    }
}

extension TemporaryExposureKey {
    /// The identifiers of the whole window, first interval first.
    public func identifiers() -> [(interval: IntervalNumber, identifier: RollingProximityIdentifier)] {
        let keys = DerivedKeys(of: keyData)
        return (0..<UInt32(rollingPeriod)).map { offset in
            let interval = IntervalNumber(rollingStart.rawValue + offset)
            return (interval, keys.identifier(at: interval))
        }
    }
}
