import PhonePorts

/// The files of a program on a simulated phone. The storage may be full, and a switched-off phone writes nothing.
struct SimulatedStorage: PhoneStorage {
    let base: any PhoneStorage
    let system: SimulatedSystem

    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]? { try base.read(name) }

    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError) {
        guard system.canStore else {
            throw PhoneStorageError()
        }
        try base.replace(name, with: content)
    }

    func delete(_ name: String) throws(PhoneStorageError) {
        guard !system.isStopped else {
            throw PhoneStorageError()
        }
        try base.delete(name)
    }

    func names() throws(PhoneStorageError) -> [String] { try base.names() }
}
