import WireFormat

/// The limits of what phones tell the Analytics Service, which both sides keep.
public enum AnalyticsLimits {
    /// Characters of a DeviceCheck token in base 64.
    public static let deviceTokenLength = 1...10_000
    /// Characters of the text of an attestation.
    public static let attestationLength = SignedAttestation.length
    /// Characters of a certificate chain, or of an App Attest object, in base 64.
    public static let largeAttestationLength = SignedAttestation.chainLength
    /// Random bytes of a salt.
    public static let saltSize = 16
    /// Characters of a salt in base 64.
    public static let saltLength = 24...24
    /// Days before today that the last Risky Exposure may lie: the shipped servers' limit.
    public static let daysOfExposure = 180
    /// Days after today, for phones whose day has begun before the server's, which is UTC's.
    public static let daysAhead = 1
}
