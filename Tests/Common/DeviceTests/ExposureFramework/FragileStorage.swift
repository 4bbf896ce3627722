import ExposureFramework
import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import Synchronization

/// Storage that fails on request, or dies after some writes like that of a killed program.
final class FragileStorage: PhoneStorage, KeyVault {
    private let base = InMemoryPhoneStorage()
    private let state = Mutex<(fails: Bool, writesLeft: Int?)>((false, nil))

    func fail(_ fails: Bool) {
        state.withLock { $0.fails = fails }
    }

    /// After `writes` writes nothing works any more.
    func die(after writes: Int) {
        state.withLock { $0.writesLeft = writes }
    }

    func revive() {
        state.withLock { $0.writesLeft = nil }
    }

    /// Whether the storage has died.
    var isDead: Bool { state.withLock { ($0.writesLeft ?? 0) < 0 } }

    /// The files, unless they cannot be read.
    private var readable: InMemoryPhoneStorage {
        get throws(PhoneStorageError) {
            guard state.withLock({ !$0.fails && ($0.writesLeft ?? 0) >= 0 }) else {
                throw PhoneStorageError()
            }
            return base
        }
    }

    /// The files for one more write.
    private var writable: InMemoryPhoneStorage {
        get throws(PhoneStorageError) {
            state.withLock { $0.writesLeft = $0.writesLeft.map { $0 - 1 } }
            return try readable
        }
    }

    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? { try readable.read(name) }
    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        try writable.replace(name, with: content)
    }
    func delete(_ name: String) throws(PhoneStorageError) { try writable.delete(name) }
    func names() throws(PhoneStorageError) -> [String] { try readable.names() }
    func key() throws(PhoneStorageError) -> SecretBytes? { try readable.key() }
    func store(_ key: SecretBytes) throws(PhoneStorageError) { try writable.store(key) }
    func deleteKey() throws(PhoneStorageError) { try writable.deleteKey() }
}
