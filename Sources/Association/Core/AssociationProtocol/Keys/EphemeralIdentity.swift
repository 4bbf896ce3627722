public import ExposurePrimitives

/// The key with which a phone is present on the radio in one interval. Its private half is erased five minutes after
/// the interval ends.
///
/// ```swift
/// var generator = SystemRandomNumberGenerator()
/// let identity = EphemeralIdentity.generate(for: AssociationInterval(clamping: now), using: &generator)
/// print("until \(identity.erasure)")
/// ```
public struct EphemeralIdentity: Sendable, Redacted {
    public let interval: AssociationInterval
    public let key: PrivateAgreementKey

    public init(interval: AssociationInterval, key: PrivateAgreementKey) {
        self.interval = interval
        self.key = key
    }

    /// A new identity. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(
        for interval: AssociationInterval,
        using generator: inout some RandomNumberGenerator
    ) -> EphemeralIdentity {
        EphemeralIdentity(interval: interval, key: .generate(using: &generator))
    }

    public var publicKey: PublicAgreementKey { key.publicKey }

    /// When the private half must be gone.
    public var erasure: UnixTime { interval.end.advanced(bySeconds: Self.grace) }

    /// Seconds after the interval in which a begun exchange may end.
    public static let grace: Int64 = 300
}
