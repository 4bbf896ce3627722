import Crypto
import ExposurePrimitives
import Foundation
import PhonePorts

/// The framework's files: AES-256-GCM under a key from the phone's vault, each bound to its name, so that neither a byte
/// nor a file can be exchanged.
struct EncryptedStore {
    private let storage: any PhoneStorage
    private let vault: any KeyVault
    private let key: SymmetricKey

    /// Opens the store with the vault's key, or makes a key. Without the key old files can never be read again, so they
    /// are deleted.
    init(storage: any PhoneStorage, vault: any KeyVault) throws(PhoneStorageError) {
        self.storage = storage
        self.vault = vault
        if let key = try vault.key(), key.count == Self.keyLength {
            self.key = SymmetricKey(data: key.exposedBytes)
        } else {
            try Self.deleteFiles(in: storage)
            let bytes = SecretBytes((0..<Self.keyLength).map { _ in UInt8.random(in: .min ... .max) })
            key = SymmetricKey(data: bytes.exposedBytes)
            try vault.store(bytes)
        }
    }

    /// The content of a file, nil where there is none.
    func load(_ file: StoreFile) throws(StoredDataError) -> [UInt8]? {
        let sealed: [UInt8]?
        do {
            sealed = try storage.read(file.name)
        } catch {
            throw .unreadable
        }
        guard let sealed else {
            return nil
        }
        guard let box = try? AES.GCM.SealedBox(combined: sealed),
            let content = try? AES.GCM.open(box, using: key, authenticating: Self.context(of: file))
        else {
            throw .damaged
        }
        return Array(content)
    }

    /// Puts `content` in place of what the file holds.
    func save(_ content: [UInt8], as file: StoreFile) throws(PhoneStorageError) {
        let box = try? AES.GCM.seal(content, using: key, authenticating: Self.context(of: file))
        guard let sealed = box?.combined else {
            preconditionFailure("AES-256-GCM seals any content under a key of 32 bytes")
        }
        try storage.replace(file.name, with: Array(sealed))
    }

    func delete(_ file: StoreFile) throws(PhoneStorageError) {
        try storage.delete(file.name)
    }

    /// The hours with a file of sightings.
    func hoursOfSightings() throws(PhoneStorageError) -> [Hour] {
        try storage.names().compactMap { StoreFile(name: $0)?.hour }
    }

    /// Deletes the key first, so that whatever the deletion of files leaves is of no use to anybody.
    static func wipe(storage: any PhoneStorage, vault: any KeyVault) throws(PhoneStorageError) {
        do {
            try vault.deleteKey()
        } catch {
            try deleteFiles(in: storage)
            throw error
        }
        try deleteFiles(in: storage)
    }

    private static func deleteFiles(in storage: any PhoneStorage) throws(PhoneStorageError) {
        for name in try storage.names() where StoreFile(name: name) != nil {
            try storage.delete(name)
        }
    }

    /// The version of the format and the name of the file.
    private static func context(of file: StoreFile) -> Data {
        Data("avviso-framework-1 \(file.name)".utf8)
    }

    private static let keyLength = 32
}

/// A file of the framework.
enum StoreFile: Hashable {
    case state
    case knownKeys
    case sightings(Hour)

    init?(name: String) {
        switch name {
        case Self.state.name: self = .state
        case Self.knownKeys.name: self = .knownKeys
        default:
            let prefix = "sightings-"
            guard name.hasPrefix(prefix), let number = Int64(name.dropFirst(prefix.count)) else {
                return nil
            }
            self = .sightings(Hour(number: number))
        }
    }

    var name: String {
        switch self {
        case .state: "state"
        case .knownKeys: "known-keys"
        case .sightings(let hour): "sightings-\(hour.number)"
        }
    }

    var hour: Hour? {
        switch self {
        case .state, .knownKeys: nil
        case .sightings(let hour): hour
        }
    }
}
