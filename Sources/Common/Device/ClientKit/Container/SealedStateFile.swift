import ExposureFramework
import Foundation
public import PhonePorts

/// The encrypted file of a client: JSON under AES-256-GCM, bound to its name and format.
public struct SealedStateFile: Sendable {
    private let name: String
    private let format: String
    private let storage: any PhoneStorage
    private let vault: any KeyVault

    /// - Parameters:
    ///   - name: lower-case letters, digits and hyphens.
    ///   - vault: the client's own. Deleting everything of a client deletes its key.
    ///   - format: the program and the version of its format. A file of another format counts as damaged.
    public init(name: String, format: String, storage: any PhoneStorage, vault: any KeyVault) {
        self.name = name
        self.format = format
        self.storage = storage
        self.vault = vault
    }

    /// The result of reading the file.
    enum Content<Memory> {
        case none
        case damaged
        case memory(Memory)
    }

    /// - Throws: if the file cannot be read for now.
    func load<Memory: Decodable>(_ type: Memory.Type) throws(PhoneStorageError) -> Content<Memory> {
        let content: [UInt8]?
        let files = try files()
        do throws(StoredDataError) {
            content = try files.load(name)
        } catch {
            switch error {
            case .unreadable: throw PhoneStorageError()
            case .damaged: return .damaged
            }
        }
        guard let content else {
            return .none
        }
        return (try? JSONDecoder().decode(type, from: Data(content))).map(Content.memory) ?? .damaged
    }

    func save(_ memory: some Encodable) throws(PhoneStorageError) {
        guard let content = try? JSONEncoder().encode(memory) else {
            throw PhoneStorageError()
        }
        try files().save(Array(content), as: name)
    }

    /// Deletes key and file.
    func wipe() throws(PhoneStorageError) {
        try SealedFiles.wipe(storage: storage, vault: vault) { $0 == name }
    }

    private func files() throws(PhoneStorageError) -> SealedFiles {
        try SealedFiles(storage: storage, vault: vault, context: format) { $0 == name }
    }
}
