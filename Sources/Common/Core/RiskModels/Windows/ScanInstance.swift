/// What one scan of an exposure window received from the other phone.
public struct ScanInstance: Hashable, Sendable {
    /// Mean attenuation of the scan's beacons in dB, halves rounded up.
    public let typicalAttenuation: Int
    /// Attenuation of the strongest beacon in dB.
    public let minimumAttenuation: Int
    /// Whole minutes since the phone scanned before, in seconds: at most 300, 120 where that is unknown, negative where
    /// the phone's clock was set back in between.
    public let secondsSinceLastScan: Int

    public init(typicalAttenuation: Int, minimumAttenuation: Int, secondsSinceLastScan: Int) {
        self.typicalAttenuation = typicalAttenuation
        self.minimumAttenuation = minimumAttenuation
        self.secondsSinceLastScan = secondsSinceLastScan
    }
}
