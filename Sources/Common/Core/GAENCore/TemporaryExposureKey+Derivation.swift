import Crypto
import CryptoExtras
public import ExposurePrimitives
import Foundation

/// The keys derived from one TEK. They are expanded once and then derive many identifiers.
///
/// ```swift
/// let keys = DerivedKeys(of: key.keyData)
/// let identifier = keys.identifier(at: IntervalNumber(clamping: now))
/// let metadata = keys.transformMetadata(BroadcastMetadata(transmitPower: -20).encoded, with: identifier)
/// ```
public struct DerivedKeys: Sendable {
    private let rpiKey: SymmetricKey
    /// Holds the AEMK.
    let metadataKey: MetadataKey

    /// Derives RPIK and AEMK.
    public init(of key: TemporaryExposureKey.KeyData) {
        rpiKey = Derivation.key(from: key, info: "EN-RPIK")
        metadataKey = MetadataKey(of: key)
    }

    /// The identifier broadcast in `interval`: AES-128 of `EN-RPI`, six zero bytes and the interval number as 32 bits
    /// little-endian, under the RPIK.
    public func identifier(at interval: IntervalNumber) -> RollingProximityIdentifier {
        var block = Array("EN-RPI".utf8) + [UInt8](repeating: 0, count: 6)
        for shift in stride(from: UInt32(0), to: 32, by: 8) {
            block.append(UInt8(truncatingIfNeeded: interval.rawValue >> shift))
        }
        return RollingProximityIdentifier(Self.bytes16(Derivation.encrypted(block, under: rpiKey)))
    }

    /// Encrypts or decrypts metadata: AES-128-CTR under the AEMK with the RPI as the first counter block.
    public func transformMetadata(
        _ metadata: EncodedMetadata,
        with identifier: RollingProximityIdentifier
    ) -> EncodedMetadata {
        metadataKey.transform(metadata, with: identifier)
    }

    private static func bytes16(_ block: [UInt8]) -> Bytes16 {
        guard let value = Bytes16(block) else {
            preconditionFailure("an AES block has sixteen bytes")
        }
        return value
    }
}

/// The AEMK of one TEK. Matchers need only this key: the kernel has derived the identifiers.
struct MetadataKey: Sendable {
    private let key: SymmetricKey

    init(of key: TemporaryExposureKey.KeyData) {
        self.key = Derivation.key(from: key, info: "EN-AEMK")
    }

    /// Does what `DerivedKeys.transformMetadata` does.
    func transform(_ metadata: EncodedMetadata, with identifier: RollingProximityIdentifier) -> EncodedMetadata {
        // Four bytes need only the first block of the key stream, which is the encrypted counter block itself.
        let keyStream = Derivation.encrypted(identifier.bytes, under: key)
        return EncodedMetadata(zip(metadata.bytes, keyStream).map { $0 ^ $1 }) ?? metadata
    }
}

private enum Derivation {
    /// HKDF-SHA256 of the TEK without salt, 16 bytes (Cryptography Specification v1.2.1).
    static func key(from key: TemporaryExposureKey.KeyData, info: String) -> SymmetricKey {
        let secret = SymmetricKey(data: key.exposedBytes)
        return HKDF<SHA256>.deriveKey(inputKeyMaterial: secret, info: Data(info.utf8), outputByteCount: 16)
    }

    static func encrypted(_ block: [UInt8], under key: SymmetricKey) -> [UInt8] {
        var block = block
        do {
            try AES.permute(&block, key: key)
        } catch {
            preconditionFailure("AES-128 refused a 16-byte block under a 16-byte key: \(error)")
        }
        return block
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
