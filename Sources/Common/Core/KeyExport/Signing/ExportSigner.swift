import Crypto
import Foundation

/// Makes one of the signatures of an export. The private key may be in a signing service or a hardware module.
public protocol ExportSigner: Sendable {
    /// The description of the signature in export.bin and export.sig.
    var signatureInfo: SignatureInfo { get }

    /// Signs the whole export.bin, header included, with the algorithm of `signatureInfo`: ECDSA as ASN.1 DER.
    func signature(over exportBin: [UInt8]) async throws -> [UInt8]
}

/// Signs with a P-256 key in memory: ECDSA with SHA-256.
public struct P256ExportSigner: ExportSigner {
    public let signatureInfo: SignatureInfo
    private let privateKey: P256.Signing.PrivateKey

    /// - Parameter privateKeyPEM: PKCS #8 or SEC 1.
    /// - Throws: if the key cannot be read, or `signatureInfo` names another algorithm than ECDSA with SHA-256.
    public init(privateKeyPEM: String, signatureInfo: SignatureInfo) throws(ExportError) {
        guard signatureInfo.algorithm == SignatureAlgorithm.ecdsaWithSHA256.rawValue else {
            let text = signatureInfo.algorithm ?? ""
            throw .signature(.unsupportedAlgorithm(PrintableName.make(text), isName: text.contains { $0.isLetter }))
        }
        do {
            privateKey = try P256.Signing.PrivateKey(pemRepresentation: privateKeyPEM)
        } catch {
            throw .signature(.unreadablePrivateKey)
        }
        self.signatureInfo = signatureInfo
    }

    public func signature(over exportBin: [UInt8]) async throws -> [UInt8] {
        Array(try privateKey.signature(for: exportBin).derRepresentation)
    }

    /// The key with which phones verify, a SubjectPublicKeyInfo as PEM.
    public var publicKeyPEM: String { privateKey.publicKey.pemRepresentation }
}

extension P256ExportSigner: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "P256ExportSigner(\(signatureInfo.keyName))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
