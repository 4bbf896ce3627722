import AttestationVerifiers
import ExposurePrimitives
import FileStorage
import Foundation
import ServiceKit

/// Reads the files that the verifiers need.
enum AttestationFiles {
    /// The value of a required setting.
    static func required(_ value: String?, _ setting: String) throws(AttestationSetupError) -> String {
        guard let value else {
            throw .lacks(setting)
        }
        return value
    }

    static func anchors(_ path: String, of settings: AttestationSettings) throws(AttestationSetupError) -> TrustAnchors
    {
        let anchors: TrustAnchors
        do {
            anchors = try TrustAnchors(pem: String(decoding: try content(path), as: UTF8.self))
        } catch let error as AttestationSetupError {
            throw error
        } catch {
            throw .unusableFile(path, "is not a list of certificates in PEM")
        }
        guard settings.takesTestEvidence || !anchors.areForTests else {
            throw .testRoot(path, allowedBy: settings.names.testEvidence.name)
        }
        return anchors
    }

    static func playIntegrityKeys(_ settings: AttestationSettings) throws -> PlayIntegrityKeys {
        let decryption = try required(settings.decryptionKeyFile, settings.names.decryptionKey.name)
        try PrivateFile.check(decryption)
        let verification = try required(
            settings.verificationKeyFile,
            settings.names.verificationKey.name
        )
        do {
            return try PlayIntegrityKeys(
                decryption: SecretBytes(try base64(decryption)),
                verification: try base64(verification)
            )
        } catch let error as AttestationSetupError {
            throw error
        } catch PlayIntegrityKeyError.unreadableVerificationKey {
            throw AttestationSetupError.unusableFile(verification, "contains no P-256 public key in base64")
        } catch {
            throw AttestationSetupError.unusableFile(decryption, "contains no key of 32 bytes in base64")
        }
    }

    static func revokedSerials(_ path: String) throws(AttestationSetupError) -> RevokedSerials {
        let list = try content(path)
        do {
            return try RevokedSerials(statusList: list)
        } catch {
            throw .unusableFile(path, "is not a list of revoked keys as Google publishes it")
        }
    }

    private static func base64(_ path: String) throws(AttestationSetupError) -> [UInt8] {
        let text = String(decoding: try content(path), as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard let bytes = Base64.decode(text) else {
            throw .unusableFile(path, "is not in base64")
        }
        return bytes
    }

    private static func content(_ path: String) throws(AttestationSetupError) -> [UInt8] {
        guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw .file(.unreadable(path))
        }
        return Array(data)
    }
}
