package import ExposurePrimitives
package import PhonePorts
import Synchronization

/// A phone's files and its vault in memory, for simulated phones. They live as long as the value, so a new framework
/// with the same storage finds the files of the previous one.
package final class InMemoryPhoneStorage: PhoneStorage, KeyVault {
    private let content = Mutex<(files: [String: [UInt8]], key: SecretBytes?)>(([:], nil))

    package init() {}

    package func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? {
        content.withLock { $0.files[name] }
    }

    package func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        self.content.withLock { $0.files[name] = content }
    }

    package func delete(_ name: String) throws(PhoneStorageError) {
        content.withLock { $0.files[name] = nil }
    }

    package func names() throws(PhoneStorageError) -> [String] {
        content.withLock { Array($0.files.keys) }
    }

    package func key() throws(PhoneStorageError) -> SecretBytes? {
        content.withLock { $0.key }
    }

    package func store(_ key: SecretBytes) throws(PhoneStorageError) {
        content.withLock { $0.key = key }
    }

    package func deleteKey() throws(PhoneStorageError) {
        content.withLock { $0.key = nil }
    }
}
