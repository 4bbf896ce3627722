import Crypto
import Foundation
package import Signing

/// Signs with a P-256 key that was read from a file and stays in memory.
package struct FileSigningKey: SigningKey {
    package let publicKey: [UInt8]
    private let privateKey: P256.Signing.PrivateKey

    /// - Parameter path: of a PEM file, PKCS #8 or SEC 1.
    package init(path: String) throws(FileKeyError) {
        guard let pem = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw .unreadable(path)
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
            throw .noPrivateKey(path)
        }
        privateKey = key
        publicKey = Array(key.publicKey.derRepresentation)
    }

    package func signature(over message: [UInt8]) async throws(SigningError) -> [UInt8] {
        do {
            return Array(try privateKey.signature(for: message).rawRepresentation)
        } catch {
            throw .unavailable(reason: "the key did not sign")
        }
    }

    /// The public half as PEM SubjectPublicKeyInfo.
    package var publicKeyPEM: String { privateKey.publicKey.pemRepresentation }
}

extension FileSigningKey: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    package var description: String { "FileSigningKey(<redacted>)" }
    package var debugDescription: String { description }
    package var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// Why a key's file is of no use, in words for its operator.
package enum FileKeyError: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case noPrivateKey(String)

    package var description: String {
        switch self {
        case .unreadable(let path): "the file \(path) cannot be read"
        case .noPrivateKey(let path): "the file \(path) holds no P-256 private key in PEM (PKCS #8 or SEC 1)"
        }
    }
}
