public import ExposurePrimitives

/// The side of a phone that a Bluetooth radio talks to: what it broadcasts, and what becomes of what it hears.
public protocol ProximityPeer: Sendable {
    /// What to broadcast at `time`; nil while the phone keeps silent.
    func broadcast(at time: UnixTime) async -> Broadcast?

    /// Takes what one scan heard, of whatever protocol; the peer leaves out what is not its own.
    func receive(_ heard: [ReceivedAdvertisement]) async
}

/// An advertising packet and the address that it is sent from. They change together: were one older than the other, a
/// listener could follow a phone from one identifier to the next.
public struct Broadcast: Hashable, Sendable {
    /// The whole advertising data.
    public let packet: [UInt8]
    public let address: RadioAddress

    public init(packet: [UInt8], address: RadioAddress) {
        self.packet = packet
        self.address = address
    }
}

/// An advertising packet that a radio heard. It does not hold the sender's address: nothing may depend on that.
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
