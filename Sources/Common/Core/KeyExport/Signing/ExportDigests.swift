import Crypto

/// The digests of export.bin that its signatures need. They are computed while the file is read.
final class ExportDigests {
    private var sha256 = SHA256()
    private var sha512: SHA512?

    init(for signatures: [ExportSignature]) {
        let usesSHA512 = signatures.contains { $0.info.algorithm == SignatureAlgorithm.ecdsaWithSHA512.rawValue }
        sha512 = usesSHA512 ? SHA512() : nil
    }

    func update(with bytes: [UInt8]) {
        sha256.update(data: bytes)
        sha512?.update(data: bytes)
    }

    func isValid(
        _ signature: P256.Signing.ECDSASignature,
        by key: P256.Signing.PublicKey,
        algorithm: SignatureAlgorithm
    ) -> Bool {
        switch algorithm {
        case .ecdsaWithSHA256: key.isValidSignature(signature, for: sha256.finalize())
        case .ecdsaWithSHA512: sha512.map { key.isValidSignature(signature, for: $0.finalize()) } ?? false
        }
    }
}
