/// The signals that one scan of an exposure window received from the other phone.
public struct ScanInstance: Hashable, Sendable {
    /// Mean attenuation of the scan's beacons in dB, halves rounded up.
    public let typicalAttenuation: Int
    /// Attenuation of the strongest beacon in dB.
    public let minimumAttenuation: Int
    /// Whole minutes since the phone's previous scan, in seconds, at most 300.
    ///
    /// The value is 120 if the previous scan is unknown, and negative if the phone's clock was set back in between.
    public let secondsSinceLastScan: Int

    public init(typicalAttenuation: Int, minimumAttenuation: Int, secondsSinceLastScan: Int) {
        self.typicalAttenuation = typicalAttenuation
        self.minimumAttenuation = minimumAttenuation
        self.secondsSinceLastScan = secondsSinceLastScan
    }
}
