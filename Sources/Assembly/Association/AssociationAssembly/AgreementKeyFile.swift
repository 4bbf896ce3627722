package import AssociationProtocol
import ExposurePrimitives
import FileStorage
import Foundation
import ServiceKit

/// The file of an authority's agreement key: 32 bytes in base 64 and a line feed. Only its owner may read it.
package enum AgreementKeyFile {
    /// Makes a new key. An existing file is never overwritten.
    ///
    /// - Returns: the public half, for the app.
    package static func create(_ path: String) throws -> PublicAgreementKey {
        var generator = SystemRandomNumberGenerator()
        let key = PrivateAgreementKey.generate(using: &generator)
        try DurableFile.create(
            URL(fileURLWithPath: path),
            content: Data((Base64.encode(key.exposedBytes) + "\n").utf8)
        )
        return key.publicKey
    }

    /// - Throws: also if other users of this machine can use the file.
    package static func load(_ path: String) throws -> PrivateAgreementKey {
        try PrivateFile.check(path)
        guard let content = FileManager.default.contents(atPath: path) else {
            throw FileError.unreadable(path)
        }
        let text = String(decoding: content, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Base64.decode(text), let key = try? PrivateAgreementKey(SecretBytes(bytes)) else {
            throw AssociationAssemblyError.unusableKey(path)
        }
        return key
    }
}
