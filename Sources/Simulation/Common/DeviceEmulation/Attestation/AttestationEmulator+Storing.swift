import Crypto
import ExposurePrimitives
package import Foundation

extension AttestationEmulator {
    /// The stored form of an emulator, with its secrets.
    private struct Stored: Codable {
        let packageName: String
        let certificateDigest: Data
        let appID: String
        let issuers: [Data]
        let issuerKey: String
        let playIntegritySigner: String
        let playIntegrityWrapper: Data
    }

    /// The whole emulator, its secrets included, as JSON.
    package func exposedState() throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            Stored(
                packageName: app.packageName,
                certificateDigest: Data(app.certificateDigest),
                appID: app.appID,
                issuers: authority.issuers.map { Data($0) },
                issuerKey: authority.exposedIssuerKeyPEM,
                playIntegritySigner: playIntegrity.signer.pemRepresentation,
                playIntegrityWrapper: Data(exposedDecryptionKey)
            )
        )
    }

    /// The emulator that ``exposedState()`` describes.
    package init(restoring state: Data) throws {
        do {
            let stored = try JSONDecoder().decode(Stored.self, from: state)
            try self.init(
                app: EmulatedApp(
                    packageName: stored.packageName,
                    certificateDigest: Array(stored.certificateDigest),
                    appID: stored.appID
                ),
                authority: EmulatedAuthority(issuers: stored.issuers.map { Array($0) }, issuerKeyPEM: stored.issuerKey),
                playIntegrity: EmulatedPlayIntegrity(
                    signer: P256.Signing.PrivateKey(pemRepresentation: stored.playIntegritySigner),
                    wrapper: SymmetricKey(data: stored.playIntegrityWrapper)
                )
            )
        } catch {
            throw EmulatorStateError.damaged
        }
    }

    /// The key with which a server decrypts Play Integrity's tokens, 32 bytes.
    package var exposedDecryptionKey: [UInt8] {
        // SAFETY: the bytes are copied within the call.
        unsafe playIntegrity.wrapper.withUnsafeBytes { unsafe Array($0) }
    }

    /// The key with which a server verifies them: SubjectPublicKeyInfo in DER.
    package var verificationKey: [UInt8] {
        Array(playIntegrity.signer.publicKey.derRepresentation)
    }
}
