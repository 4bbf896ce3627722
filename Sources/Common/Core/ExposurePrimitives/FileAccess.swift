/// The permissions and owner of a file, which decide whether a secret in it is safe.
public struct FileAccess: Hashable, Sendable {
    /// The permission bits, for example `0o640`.
    public let mode: UInt32
    /// The number of the user who owns the file.
    public let owner: UInt32

    /// - Parameter mode: its bits beside the permissions, such as those of the file's kind, are ignored.
    public init(mode: UInt32, owner: UInt32) {
        self.mode = mode & 0o7777
        self.owner = owner
    }

    /// Whether the group or other users of the machine can read or change the file.
    public var isShared: Bool { mode & 0o077 != 0 }

    /// Whether the group or other users of the machine can change the file.
    public var canOthersChange: Bool { mode & 0o022 != 0 }

    /// Whether a private key in this file is safe with the process of `user`.
    ///
    /// Other users must have no permission, and the group must not be able to replace the key. The group may read the
    /// file if it belongs to another user or to the administrator (user 0). This is how services usually receive
    /// secrets: root owns the file, and the service is in its group (decision 0117).
    public func keepsSecret(for user: UInt32) -> Bool {
        let isHandedOver = owner != user || owner == 0
        return mode & (isHandedOver ? 0o037 : 0o077) == 0
    }

    /// A message for the operator if the file does not keep a secret.
    ///
    /// - Parameters:
    ///   - path: the path of the file.
    ///   - user: the user whose process needs the file.
    public func refusal(of path: String, for user: UInt32) -> String {
        let right = owner == user ? "600" : "640"
        return "others than the server's user can use the private key \(path): chmod \(right) \(path)"
    }
}
