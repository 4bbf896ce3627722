/// The error for a key's file without a key, in words for its operator.
package enum KeyFileError: Error, Hashable, CustomStringConvertible {
    /// The path of a ring's file, or of one of its keys.
    case damagedKeyRing(String)
    /// The path of the key under which codes are stored.
    case damagedRightKey(String)

    package var description: String {
        switch self {
        case .damagedKeyRing(let path):
            "the key ring file \(path) is damaged: restore it from the copy that you keep offline"
        case .damagedRightKey(let path):
            "the OTP key \(path) is damaged: restore it from the backup, or delete it to make live OTPs invalid"
        }
    }
}
