/// Whom the system lets use a file: what decides whether a secret in it is one.
public struct FileAccess: Hashable, Sendable {
    /// The permission bits, for example `0o640`.
    public let mode: UInt32
    /// The number of the user who owns the file.
    public let owner: UInt32

    /// - Parameter mode: bits beside the permissions, such as those of the file's kind, are left out.
    public init(mode: UInt32, owner: UInt32) {
        self.mode = mode & 0o7777
        self.owner = owner
    }

    /// Whether other users of the machine can read or change the file, or the group can.
    public var isShared: Bool { mode & 0o077 != 0 }

    /// Whether a private key in this file is safe with the process of `user`.
    ///
    /// Other users must have no right, and the group must not be able to put another key in its place. The group may read
    /// a file of somebody else's or of the administrator's (user 0), since that is how secrets are handed to a service:
    /// root owns them, and the service is in their group (decision 0117).
    public func keepsSecret(for user: UInt32) -> Bool {
        let isHandedOver = owner != user || owner == 0
        return mode & (isHandedOver ? 0o037 : 0o077) == 0
    }

    /// What to tell an operator whose file does not keep a secret.
    ///
    /// - Parameters:
    ///   - path: of the file.
    ///   - user: whose process needs it.
    public func refusal(of path: String, for user: UInt32) -> String {
        let right = owner == user ? "600" : "640"
        return "others than the server's user can use the private key \(path): chmod \(right) \(path)"
    }
}
