import Foundation
package import KeyExport
package import KeyFiles
import Signing

/// The authority's signing keys.
extension Realm {
    /// The current signers of exports: the key of a PEM file, or the keys of a ring as its folder has them.
    ///
    /// - Parameter info: the names of the key in a system's files; nil for those of the settings.
    package func exportSigners(named info: SignatureInfo? = nil) throws -> [PortExportSigner] {
        try exportKeys(named: info).map { PortExportSigner(key: $0.key, signatureInfo: $0.info) }
    }

    /// The public half of the first signing key of exports, as PEM.
    package func exportPublicKeyPEM() throws -> String {
        guard let key = try exportKeys().first?.key else {
            throw AssemblyError.signingKeyMissing
        }
        return key.publicKeyPEM
    }

    private func exportKeys(
        named info: SignatureInfo? = nil
    ) throws -> [(info: SignatureInfo, key: FileSigningKey)] {
        let info = info ?? settings.signatureInfo
        guard let path = settings.signingKeyFile else {
            throw AssemblyError.signingKeyMissing
        }
        guard SigningKeyFolder.isFolder(path) else {
            return [(info, try FileSigningKey(path: path))]
        }
        return try SigningKeyFolder(URL(fileURLWithPath: path)).signing().map { entry, key in
            let info = SignatureInfo(
                verificationKeyID: entry.id,
                verificationKeyVersion: entry.version,
                appBundleID: info.appBundleID
            )
            return (info, key)
        }
    }

    /// The public keys of exports and messages that `settings` name.
    package func publicKeys() throws -> PublicKeyList {
        var keys: [PublicKeyList.Key] = []
        if let path = settings.signingKeyFile, SigningKeyFolder.isFolder(path) {
            keys += try SigningKeyFolder(URL(fileURLWithPath: path)).ring().keys.map(PublicKeyList.Key.init)
        } else {
            keys += try exportKeys().map { PublicKeyList.Key(export: $0.info, pem: $0.key.publicKeyPEM) }
        }
        if let pem = try messagePublicKeyPEM() {
            keys.append(try PublicKeyList.Key(messageKeyPEM: pem))
        }
        return PublicKeyList(keys: keys)
    }

    /// The public half of the key that signs settings and index, as PEM; nil when they are not signed.
    package func messagePublicKeyPEM() throws -> String? {
        try messageSigningKey()?.publicKeyPEM
    }

    /// The key that signs settings, indexes and statements; nil when they are not signed.
    package func messageSigningKey() throws -> FileSigningKey? {
        guard let path = settings.messageSigningKeyFile else {
            return nil
        }
        let key = try FileSigningKey(path: path)
        // A server of messages need not have the key of the exports. If both keys are available, they must differ.
        if let others = try? exportKeys(), others.contains(where: { $0.key.publicKey == key.publicKey }) {
            throw AssemblyError.signingKeyShared
        }
        return key
    }
}
