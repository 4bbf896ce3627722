public import ExposurePrimitives

/// The secret of one day that an issuer shares with nobody: it encrypts TGTs and makes session keys.
///
/// The phone keeps it for 15 days, because it confirms alerts with it.
public struct LocalDaySecret: Sendable, Redacted {
    public let day: CalendarDay
    private let bytes: SecretBytes

    /// A secret from a store.
    ///
    /// - Throws: `wrongLength` unless there are 32 bytes.
    public init(day: CalendarDay, bytes: SecretBytes) throws(AssociationError) {
        guard bytes.count == Bytes32.count else {
            throw .wrongLength(bytes.count)
        }
        self.day = day
        self.bytes = bytes
    }

    /// A new secret. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(for day: CalendarDay, using generator: inout some RandomNumberGenerator) -> Self {
        LocalDaySecret(day: day, drawn: .random(count: Bytes32.count, using: &generator))
    }

    private init(day: CalendarDay, drawn: SecretBytes) {
        self.day = day
        bytes = drawn
    }

    public var exposedBytes: [UInt8] { bytes.exposedBytes }

    /// Encrypts TGTs.
    var grantingKey: SecretBytes { Derivation.expand(bytes, "HAA tgt", count: KerberosCipher.keySize) }

    /// Makes session keys, so the issuer need not keep them.
    var sessionKey: SecretBytes { Derivation.expand(bytes, "HAA sess") }

    /// The TGSSessionKey of an issued ticket.
    func grantingSessionKey(for receiver: PublicAgreementKey, in interval: AssociationInterval) -> SessionKey {
        session("tgs", receiver.bytes.bytes + interval.startBytes)
    }

    /// The ClientServerSessionKey of an issued ticket.
    func serverSessionKey(
        for receiver: PublicAgreementKey,
        named clientID: ClientID,
        in interval: AssociationInterval
    ) -> SessionKey {
        session("css", receiver.bytes.bytes + clientID.exposedBytes + interval.startBytes)
    }

    private func session(_ label: String, _ context: [UInt8]) -> SessionKey {
        let derived = Derivation.authenticate(Array(label.utf8) + context, under: sessionKey)
        return SessionKey(derived: derived.prefix(SessionKey.size))
    }
}

/// A session key of a ticket: 16 bytes that the issuer, the receiver and, for the ClientServerSessionKey, the authority
/// know.
public struct SessionKey: Equatable, Sendable, Redacted {
    let bytes: SecretBytes

    /// A key from a store.
    ///
    /// - Throws: `wrongLength` unless there are exactly 16 bytes.
    public init(_ bytes: SecretBytes) throws(AssociationError) {
        guard bytes.count == Self.size else {
            throw .wrongLength(bytes.count)
        }
        self.bytes = bytes
    }

    init(derived bytes: some Sequence<UInt8>) {
        self.bytes = SecretBytes(bytes)
    }

    public var exposedBytes: [UInt8] { bytes.exposedBytes }

    public static let size = 16
}
