/// Bytes that must never be printed: a token, a key, a code.
///
/// They do not appear in `print`, `dump`, string interpolation, an error or a debugger's mirror.
///
/// ```swift
/// let secret = SecretBytes(bytes)
/// print(secret)  // <redacted>
/// let file = secret.exposedBytes
/// ```
public struct SecretBytes: Sendable {
    private let storage: [UInt8]

    public init(_ bytes: some Sequence<UInt8>) {
        storage = Array(bytes)
    }

    public var count: Int { storage.count }

    /// The only access to the content. Its name lets a search find every use.
    public var exposedBytes: [UInt8] { storage }
}

extension SecretBytes: Equatable {
    /// Compares in a time that depends only on the lengths.
    public static func == (lhs: SecretBytes, rhs: SecretBytes) -> Bool {
        guard lhs.storage.count == rhs.storage.count else {
            return false
        }
        var difference: UInt8 = 0
        for (left, right) in zip(lhs.storage, rhs.storage) {
            difference |= left ^ right
        }
        return difference == 0
    }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var debugDescription: String { description }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
