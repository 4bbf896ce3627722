package import ExposurePrimitives
package import PhonePorts
import PhoneSimulation
import Synchronization

/// A phone's files in memory, until no more space is left.
package final class FillingStorage: PhoneStorage, KeyVault {
    private let base = InMemoryPhoneStorage()
    private let full = Mutex(false)

    package init() {}

    package var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }

    package func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? { try base.read(name) }

    package func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        if isFull {
            throw PhoneStorageError()
        }
        try base.replace(name, with: content)
    }

    package func delete(_ name: String) throws(PhoneStorageError) { try base.delete(name) }
    package func names() throws(PhoneStorageError) -> [String] { try base.names() }
    package func key() throws(PhoneStorageError) -> SecretBytes? { try base.key() }
    package func store(_ key: SecretBytes) throws(PhoneStorageError) { try base.store(key) }
    package func deleteKey() throws(PhoneStorageError) { try base.deleteKey() }
}
