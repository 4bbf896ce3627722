/// The reason why Corona-Warn's services cannot start.
package enum CoronaWarnAssemblyError: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    /// Indexes and configuration would not be signed.
    case unsigned

    package var description: String {
        switch self {
        case .unreadable(let path): "the file \(path) cannot be read"
        case .unsigned:
            "distribution needs message-signing-key (avviso keys generate makes one); --unsigned starts without, for trying out"
        }
    }
}
