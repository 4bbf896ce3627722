import Crypto

/// Decides whether the signatures of an export make its content trustworthy.
public struct ExportVerifier: Sendable {
    private let keys: [ExportVerificationKey]
    private let requirement: Requirement

    /// The keys that must have signed. A wrong signature under a key's name is always an error.
    public enum Requirement: Sendable {
        /// One signature is enough: the keys are alternatives, for example before and after a rotation.
        case any
        /// Every key must have signed: the keys are co-signers.
        case all
    }

    public init(keys: [ExportVerificationKey], requirement: Requirement = .any) throws(ExportError) {
        guard !keys.isEmpty else {
            throw .signature(.noVerificationKeys)
        }
        self.keys = keys
        self.requirement = requirement
    }

    /// The names of the valid signatures.
    func signers(
        among signatures: [ExportSignature],
        digests: ExportDigests
    ) throws(ExportError) -> [VerificationKeyName] {
        var signers: [VerificationKeyName] = []
        for key in keys {
            do {
                signers += try Self.signers(among: signatures, by: key, digests: digests)
            } catch .signature(.missingSigner(_)) where requirement == .any {
                continue
            }
        }
        guard !signers.isEmpty else {
            throw .signature(.noKnownKey(offered: signatures.map(\.info.keyName)))
        }
        return signers
    }

    private static func signers(
        among signatures: [ExportSignature],
        by key: ExportVerificationKey,
        digests: ExportDigests
    ) throws(ExportError) -> [VerificationKeyName] {
        guard let name = key.name else {
            return [try unnamedSigner(among: signatures, by: key, digests: digests)]
        }
        let named = signatures.filter { $0.info.keyName == name }
        guard !named.isEmpty else {
            throw .signature(.missingSigner(name))
        }
        for signature in named {
            try check(signature, by: key, digests: digests)
        }
        return [name]
    }

    /// The first valid signature; if there is none, the error of the first signature.
    private static func unnamedSigner(
        among signatures: [ExportSignature],
        by key: ExportVerificationKey,
        digests: ExportDigests
    ) throws(ExportError) -> VerificationKeyName {
        var firstError: ExportError?
        for signature in signatures {
            do {
                try check(signature, by: key, digests: digests)
                return signature.info.keyName
            } catch {
                firstError = firstError ?? error
            }
        }
        throw firstError ?? .signature(.noKnownKey(offered: []))
    }

    private static func check(
        _ signature: ExportSignature,
        by key: ExportVerificationKey,
        digests: ExportDigests
    ) throws(ExportError) {
        let name = signature.info.keyName
        let text = signature.info.algorithm ?? ""
        guard let algorithm = SignatureAlgorithm(rawValue: text) else {
            let isName = text.contains { $0.isLetter }
            throw .signature(.unsupportedAlgorithm(PrintableName.make(text), isName: isName))
        }
        guard let parsed = try? P256.Signing.ECDSASignature(derRepresentation: signature.bytes) else {
            let isRaw = signature.bytes.count == rawSignatureSize
            throw .signature(
                isRaw ? .rawSignature(key: name) : .malformedSignature(key: name, length: signature.bytes.count)
            )
        }
        guard digests.isValid(parsed, by: key.publicKey, algorithm: algorithm) else {
            throw .signature(.wrongSignature(key: name))
        }
    }

    /// r and s, 32 bytes each.
    private static let rawSignatureSize = 64
}
