public import ExposurePrimitives

/// The files of a phone that belong to one program. Calls do not suspend, so a caller's state and its files cannot
/// change separately.
public protocol PhoneStorage: Sendable {
    /// The content of a file, or nil if it does not exist.
    func read(_ name: String) throws(PhoneStorageError) -> [UInt8]?

    /// Replaces the content of a file. After a crash or a power cut it has either the old or the new content. Once this
    /// returns, the new content is durable.
    ///
    /// - Parameter name: lower-case letters, digits and hyphens.
    func replace(_ name: String, with content: [UInt8]) throws(PhoneStorageError)

    /// Removes a file, if it exists.
    func delete(_ name: String) throws(PhoneStorageError)

    /// The names of all files, in any order.
    func names() throws(PhoneStorageError) -> [String]
}

/// The place of the key that encrypts a phone's files: the operating system's keychain or keystore. It is separate from
/// the files, so a copy of the files alone is useless.
public protocol KeyVault: Sendable {
    /// The key; nil if there is none, which means that everything starts again. Throws if the key is unavailable now,
    /// for example before the phone was unlocked.
    func key() throws(PhoneStorageError) -> SecretBytes?

    /// Stores `key` and replaces any other. Once this returns, it is durable.
    func store(_ key: SecretBytes) throws(PhoneStorageError)

    /// Deletes the key for good, if it exists.
    func deleteKey() throws(PhoneStorageError)
}

/// A phone's storage failed now, for example because it is full.
public struct PhoneStorageError: Error, Equatable {
    public init() {}
}
