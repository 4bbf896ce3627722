import ExposureFramework
import ExposurePrimitives
import Foundation
import PhonePorts

/// The app's encrypted file.
struct AppStore: Sendable {
    private let storage: any PhoneStorage
    private let vault: any KeyVault

    init(storage: any PhoneStorage, vault: any KeyVault) {
        self.storage = storage
        self.vault = vault
    }

    /// The content of the file; a new state if there is none, or it is damaged.
    ///
    /// - Throws: if it cannot be read for now.
    func load() throws(PhoneStorageError) -> AppState {
        let content: [UInt8]?
        let files = try files()
        do throws(StoredDataError) {
            content = try files.load(Self.fileName)
        } catch {
            switch error {
            case .unreadable: throw PhoneStorageError()
            case .damaged: return .afterDamage
            }
        }
        guard let content else {
            return AppState()
        }
        return (try? JSONDecoder().decode(AppMemory.self, from: Data(content))).map(AppState.init) ?? .afterDamage
    }

    func save(_ memory: AppMemory) throws(PhoneStorageError) {
        guard let content = try? JSONEncoder().encode(memory) else {
            throw PhoneStorageError()
        }
        try files().save(Array(content), as: Self.fileName)
    }

    /// Deletes key and file.
    func wipe() throws(PhoneStorageError) {
        try SealedFiles.wipe(storage: storage, vault: vault) { $0 == Self.fileName }
    }

    private func files() throws(PhoneStorageError) -> SealedFiles {
        try SealedFiles(storage: storage, vault: vault, context: Self.context) { $0 == Self.fileName }
    }

    private static let fileName = "app"
    /// The version of the format.
    private static let context = "avviso-app-1"
}

extension AppState {
    /// The state of an app that begins again because its file was damaged, and shows it.
    static var afterDamage: AppState {
        var state = AppState()
        state.session.beginning = .damaged
        return state
    }
}
