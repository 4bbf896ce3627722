public import ExposurePrimitives
public import PhonePorts
import Synchronization

/// A phone's files and its vault in memory, for simulated phones. They live as long as the value, so that a framework
/// that is made anew with it finds what the one before left.
public final class InMemoryPhoneStorage: PhoneStorage, KeyVault {
    private let content = Mutex<(files: [String: [UInt8]], key: SecretBytes?)>(([:], nil))

    public init() {}

    public func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? {
        content.withLock { $0.files[name] }
    }

    public func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        self.content.withLock { $0.files[name] = content }
    }

    public func delete(_ name: String) throws(PhoneStorageError) {
        content.withLock { $0.files[name] = nil }
    }

    public func names() throws(PhoneStorageError) -> [String] {
        content.withLock { Array($0.files.keys) }
    }

    public func key() throws(PhoneStorageError) -> SecretBytes? {
        content.withLock { $0.key }
    }

    public func store(_ key: SecretBytes) throws(PhoneStorageError) {
        content.withLock { $0.key = key }
    }

    public func deleteKey() throws(PhoneStorageError) {
        content.withLock { $0.key = nil }
    }
}
