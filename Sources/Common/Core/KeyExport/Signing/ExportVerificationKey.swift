import Crypto
import ExposurePrimitives
import Foundation

/// A public key with which a phone verifies exports.
public struct ExportVerificationKey: Sendable {
    /// The name of the key in export files. A key without a name is tried on every signature.
    public let name: VerificationKeyName?
    let publicKey: P256.Signing.PublicKey

    /// - Parameter text: a P-256 SubjectPublicKeyInfo as PEM or as base64 of its DER bytes.
    public init(_ text: String, name: VerificationKeyName? = nil) throws(ExportError) {
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        let der = Base64.decode(trimmed)
        do {
            publicKey =
                if let der {
                    try P256.Signing.PublicKey(derRepresentation: der)
                } else {
                    try P256.Signing.PublicKey(pemRepresentation: trimmed)
                }
        } catch {
            throw .signature(.unreadablePublicKey)
        }
        self.name = name
    }
}
