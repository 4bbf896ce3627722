public import ExposurePrimitives

/// The files of a phone that belong to one program. Calls do not suspend, so that a caller's state and its files cannot
/// change apart.
public protocol PhoneStorage: Sendable {
    /// The content of a file, nil where there is none.
    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]?

    /// Puts `content` in place of what the file holds. After a crash or a power cut it is there wholly or not at all;
    /// once this returns, it stays.
    ///
    /// - Parameter name: lower-case letters, digits and hyphens.
    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError)

    /// Removes a file; there need not be one.
    func delete(_ name: String) throws(PhoneStorageError)

    /// The files that are there, in any order.
    func names() throws(PhoneStorageError) -> [String]
}

/// Where a phone keeps the key that its files are encrypted with: the keychain or keystore of the operating system,
/// apart from the files, so that a copy of these alone is of no use.
public protocol KeyVault: Sendable {
    /// The key, nil where there is none: then everything is begun anew. Throws where it cannot be had for now, for example
    /// before the phone was unlocked.
    func key() throws(PhoneStorageError) -> SecretBytes?

    /// Keeps `key` instead of any other; once this returns, it stays.
    func store(_ key: SecretBytes) throws(PhoneStorageError)

    /// Forgets the key for good; there need not be one.
    func deleteKey() throws(PhoneStorageError)
}

/// A phone's storage failed for now, for example because it is full.
public struct PhoneStorageError: Error, Equatable {
    public init() {}
}
