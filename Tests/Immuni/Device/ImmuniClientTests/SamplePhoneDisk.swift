import ExposurePrimitives
import ExposureFramework
import Foundation
import PhoneFiles
import PhonePorts
import PhoneSimulation
import Synchronization

/// A phone's disk: the files and keys of framework and app, kept while the phone is switched off.
struct SamplePhoneDisk {
    let framework: any PhoneStorage
    let frameworkVault: any KeyVault
    let app: any PhoneStorage
    let appVault: any KeyVault

    /// A disk in memory.
    init(app: any PhoneStorage & KeyVault = InMemoryPhoneStorage()) {
        let framework = InMemoryPhoneStorage()
        (self.framework, frameworkVault) = (framework, framework)
        (self.app, appVault) = (app, app)
    }

    /// A disk in a folder, with the adapters of simulated phones. The keys are beside the folder, because they are not
    /// part of it.
    init(folder: URL) throws {
        framework = try FilePhoneStorage(folder: folder.appending(path: "phone/framework"))
        app = try FilePhoneStorage(folder: folder.appending(path: "phone/app"))
        frameworkVault = FileKeyVault(file: folder.appending(path: "framework.key"))
        appVault = FileKeyVault(file: folder.appending(path: "app.key"))
    }
}

/// A phone's files in memory, until no more space is left.
final class FillingStorage: PhoneStorage, KeyVault {
    private let base = InMemoryPhoneStorage()
    private let full = Mutex(false)

    var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }

    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? { try base.read(name) }

    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        if isFull {
            throw PhoneStorageError()
        }
        try base.replace(name, with: content)
    }

    func delete(_ name: String) throws(PhoneStorageError) { try base.delete(name) }
    func names() throws(PhoneStorageError) -> [String] { try base.names() }
    func key() throws(PhoneStorageError) -> SecretBytes? { try base.key() }
    func store(_ key: SecretBytes) throws(PhoneStorageError) { try base.store(key) }
    func deleteKey() throws(PhoneStorageError) { try base.deleteKey() }
}
