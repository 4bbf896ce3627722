public import ExposurePrimitives

/// The side of a phone that a Bluetooth radio talks to: what it broadcasts, and what becomes of what it hears.
public protocol ProximityPeer: Sendable {
    /// The advertising packet to broadcast at `time`; nil while the phone keeps silent.
    func advertisement(at time: UnixTime) async -> [UInt8]?

    /// Takes what one scan heard, of whatever protocol; the peer leaves out what is not its own.
    func receive(_ heard: [ReceivedAdvertisement]) async
}

/// An advertising packet that a radio heard.
public struct ReceivedAdvertisement: Hashable, Sendable {
    /// The whole advertising data, as sent.
    public let packet: [UInt8]
    /// Received signal strength in dBm.
    public let rssi: Int8
    public let time: UnixTime
    /// When the radio last stopped scanning before, nil if unknown.
    public let previousScan: UnixTime?

    public init(packet: [UInt8], rssi: Int8, time: UnixTime, previousScan: UnixTime?) {
        self.packet = packet
        self.rssi = rssi
        self.time = time
        self.previousScan = previousScan
    }
}
