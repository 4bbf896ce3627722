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

    private func read() throws(PhoneStorageError) {
        guard state.withLock({ !$0.fails && ($0.writesLeft ?? 0) >= 0 }) else {
            throw PhoneStorageError()
        }
    }

    private func write() throws(PhoneStorageError) {
        let works = state.withLock { state in
            state.writesLeft = state.writesLeft.map { $0 - 1 }
            return !state.fails && (state.writesLeft ?? 0) >= 0
        }
        guard works else {
            throw PhoneStorageError()
        }
    }

    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? {
        try read()
        return try base.read(name)
    }

    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        try write()
        try base.replace(name, with: content)
    }

    func delete(_ name: String) throws(PhoneStorageError) {
        try write()
        try base.delete(name)
    }

    func names() throws(PhoneStorageError) -> [String] {
        try read()
        return try base.names()
    }

    func key() throws(PhoneStorageError) -> SecretBytes? {
        try read()
        return try base.key()
    }

    func store(_ key: SecretBytes) throws(PhoneStorageError) {
        try write()
        try base.store(key)
    }

    func deleteKey() throws(PhoneStorageError) {
        try write()
        try base.deleteKey()
    }
}
