import CoronaWarnAPI
import ExposurePrimitives
import MessageSignatures
package import Signing

/// Signs the statements beside indexes and configurations.
package struct StatementSigner: Sendable {
    private let key: any SigningKey
    let keyID: String

    package init(_ key: any SigningKey) {
        self.key = key
        keyID = MessageVerificationKey.keyID(ofPublicKey: key.publicKey)
    }

    /// The file that stands beside the one that `statement` is about.
    func file(_ statement: TreeStatement) async throws(SigningError) -> [UInt8] {
        statement.file(keyID: keyID, signature: try await key.signature(over: statement.signedBytes))
    }
}
