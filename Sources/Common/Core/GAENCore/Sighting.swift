public import ExposurePrimitives

/// One received beacon, as a phone stores it.
public struct Sighting: Hashable, Sendable {
    public let identifier: RollingProximityIdentifier
    /// The encrypted metadata; only the holder of the TEK can read it.
    public let metadata: EncodedMetadata
    /// Received signal strength in dBm.
    public let rssi: Int8
    /// When the beacon was received.
    public let time: UnixTime
    /// The time of the phone's scan before this one; nil if unknown.
    public let previousScan: UnixTime?

    public init(
        identifier: RollingProximityIdentifier,
        metadata: EncodedMetadata,
        rssi: Int8,
        time: UnixTime,
        previousScan: UnixTime?
    ) {
        self.identifier = identifier
        self.metadata = metadata
        self.rssi = rssi
        self.time = time
        self.previousScan = previousScan
    }
}
