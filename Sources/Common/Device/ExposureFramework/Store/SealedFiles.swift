import Crypto
import ExposurePrimitives
import Foundation
package import PhonePorts

/// A program's encrypted files: AES-256-GCM with a key from the phone's vault.
///
/// Each file is bound to its name, so that neither a byte nor a file can be exchanged.
package struct SealedFiles {
    private let storage: any PhoneStorage
    private let key: SymmetricKey
    private let context: String
    private let owns: (String) -> Bool

    /// Opens the files with the vault's key, or makes a new key. Without the old key the old files can never be read
    /// again, so they are deleted.
    ///
    /// - Parameters:
    ///   - context: the program and the version of its format.
    ///   - owns: whether a file of this name is the program's.
    package init(
        storage: any PhoneStorage,
        vault: any KeyVault,
        context: String,
        owns: @escaping (String) -> Bool
    ) throws(PhoneStorageError) {
        self.storage = storage
        self.context = context
        self.owns = owns
        if let key = try vault.key(), key.count == Self.keyLength {
            self.key = SymmetricKey(data: key.exposedBytes)
        } else {
            try Self.deleteFiles(in: storage, owns: owns)
            let bytes = SecretBytes((0..<Self.keyLength).map { _ in UInt8.random(in: .min ... .max) })
            key = SymmetricKey(data: bytes.exposedBytes)
            try vault.store(bytes)
        }
    }

    /// The content of a file; nil if there is none.
    package func load(_ name: String) throws(StoredDataError) -> [UInt8]? {
        let sealed: [UInt8]?
        do {
            sealed = try storage.read(name)
        } catch {
            throw .unreadable
        }
        guard let sealed else {
            return nil
        }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let content = try? AES.GCM.open(box, using: key, authenticating: label(of: name))
        else {
            throw .damaged
        }
        return Array(content)
    }

    /// Replaces the content of the file.
    package func save(_ content: [UInt8], as name: String) throws(PhoneStorageError) {
        let box = try? AES.GCM.seal(content, using: key, authenticating: label(of: name))
        guard let sealed = box?.combined else {
            preconditionFailure("AES-256-GCM seals any content under a key of 32 bytes")
        }
        try storage.replace(name, with: Array(sealed))
    }

    package func delete(_ name: String) throws(PhoneStorageError) {
        try storage.delete(name)
    }

    /// The names of the program's existing files.
    package func names() throws(PhoneStorageError) -> [String] {
        try storage.names().filter(owns)
    }

    /// Deletes the key first, so that files that cannot be deleted are unreadable.
    package static func wipe(
        storage: any PhoneStorage,
        vault: any KeyVault,
        owns: (String) -> Bool
    ) throws(PhoneStorageError) {
        do {
            try vault.deleteKey()
        } catch {
            try deleteFiles(in: storage, owns: owns)
            throw error
        }
        try deleteFiles(in: storage, owns: owns)
    }

    private static func deleteFiles(in storage: any PhoneStorage, owns: (String) -> Bool) throws(PhoneStorageError) {
        for name in try storage.names() where owns(name) {
            try storage.delete(name)
        }
    }

    /// The authenticated name of a file, to which its content is bound.
    private func label(of name: String) -> Data {
        Data("\(context) \(name)".utf8)
    }

    private static let keyLength = 32
}
