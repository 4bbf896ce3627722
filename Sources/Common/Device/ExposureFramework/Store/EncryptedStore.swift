import PhonePorts

/// The framework's files.
struct EncryptedStore {
    private let files: SealedFiles

    /// Opens the store with the vault's key, or makes a new key.
    init(storage: any PhoneStorage, vault: any KeyVault) throws(PhoneStorageError) {
        files = try SealedFiles(storage: storage, vault: vault, context: "avviso-framework-1", owns: Self.owns)
    }

    /// The content of a file; nil if there is none.
    func load(_ file: StoreFile) throws(StoredDataError) -> [UInt8]? {
        try files.load(file.name)
    }

    /// Replaces the content of the file.
    func save(_ content: [UInt8], as file: StoreFile) throws(PhoneStorageError) {
        try files.save(content, as: file.name)
    }

    func delete(_ file: StoreFile) throws(PhoneStorageError) {
        try files.delete(file.name)
    }

    /// The hours with a file of sightings.
    func hoursOfSightings() throws(PhoneStorageError) -> [Hour] {
        try files.names().compactMap { StoreFile(name: $0)?.hour }
    }

    static func wipe(storage: any PhoneStorage, vault: any KeyVault) throws(PhoneStorageError) {
        try SealedFiles.wipe(storage: storage, vault: vault, owns: owns)
    }

    private static func owns(_ name: String) -> Bool {
        StoreFile(name: name) != nil
    }
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
