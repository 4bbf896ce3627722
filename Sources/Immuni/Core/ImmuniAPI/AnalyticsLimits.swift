import WireFormat

/// The limits of data that phones send to the Analytics Service. Both sides keep them.
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
    /// The maximum number of days before today on which the last Risky Exposure may be: the shipped servers' limit.
    public static let daysOfExposure = 180
    /// Days after today, for phones whose day begins before the server's, which is UTC's.
    public static let daysAhead = 1
}
