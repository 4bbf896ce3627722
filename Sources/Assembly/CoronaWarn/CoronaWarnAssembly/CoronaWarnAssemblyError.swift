/// The reason why Corona-Warn's services cannot start.
package enum CoronaWarnAssemblyError: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    /// Indexes and configuration would not be signed.
    case unsigned
    /// Batches for other countries would not be signed.
    case unsignedBatches
    /// The key that signs batches also signs indexes and configuration.
    case sharedBatchKey

    package var description: String {
        switch self {
        case .unreadable(let path): "the file \(path) cannot be read"
        case .unsignedBatches:
            "federation.countries needs federation.signing-key (avviso keys generate makes one)"
        case .sharedBatchKey: "federation.signing-key and message-signing-key must be different keys"
        case .unsigned:
            "distribution needs message-signing-key (avviso keys generate makes one); --unsigned starts without, for trying out"
        }
    }
}
