import Crypto
import ExposurePrimitives
import Foundation
package import Signing

/// Signs with a P-256 key that was read from a file and stays in memory.
package struct FileSigningKey: SigningKey {
    package let publicKey: [UInt8]
    private let privateKey: P256.Signing.PrivateKey

    /// - Parameter path: the path of a PEM file, PKCS #8 or SEC 1.
    /// - Throws: also if other users of this machine can use the file.
    package init(path: String) throws(FileKeyError) {
        try Self.checkAccess(to: path)
        guard let pem = try? String(contentsOfFile: path, encoding: .utf8) else {
            throw .unreadable(path)
        }
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: pem) else {
            throw .noPrivateKey(path)
        }
        privateKey = key
        publicKey = Array(key.publicKey.derRepresentation)
    }

    private static func checkAccess(to path: String) throws(FileKeyError) {
        var facts = stat()
        // SAFETY: stat(2) reads the path and writes the local variable, both alive for the call.
        guard unsafe stat(path, &facts) == 0 else {
            throw .unreadable(path)
        }
        let access = FileAccess(mode: UInt32(facts.st_mode), owner: UInt32(facts.st_uid))
        guard access.keepsSecret(for: UInt32(geteuid())) else {
            throw .shared(access.refusal(of: path, for: UInt32(geteuid())))
        }
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

/// The reason why a key's file cannot be used, in words for its operator.
package enum FileKeyError: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case noPrivateKey(String)
    /// Other users can use the file. The text says so and gives the remedy.
    case shared(String)

    package var description: String {
        switch self {
        case .unreadable(let path): "the file \(path) cannot be read"
        case .shared(let refusal): refusal
        case .noPrivateKey(let path): "the file \(path) contains no P-256 private key in PEM (PKCS #8 or SEC 1)"
        }
    }
}
