/// A private P-256 key that signs: in memory, in a signing service or in a hardware module.
///
/// Exports and messages have different keys. Both kinds use this protocol.
public protocol SigningKey: Sendable {
    /// The public half: SubjectPublicKeyInfo in DER.
    var publicKey: [UInt8] { get }

    /// ECDSA with SHA-256 over `message`, as r‖s of 32 bytes each.
    ///
    /// - Throws: `unavailable` if the key cannot be reached now. A later call may succeed.
    func signature(over message: [UInt8]) async throws(SigningError) -> [UInt8]
}

/// The reason why nothing was signed.
public enum SigningError: Error, Hashable {
    case unavailable(reason: String)
}
