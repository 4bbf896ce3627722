public import ExposurePrimitives

/// The side of a phone that a Bluetooth radio calls. It decides what the phone broadcasts, and handles what it hears.
public protocol ProximityPeer: Sendable {
    /// The packet to broadcast at `time`; nil while the phone is silent.
    func broadcast(at time: UnixTime) async -> Broadcast?

    /// Handles the packets of one scan, of any protocol. The peer ignores those that are not its own.
    func receive(_ heard: [ReceivedAdvertisement]) async
}

/// An advertising packet and its sender's address. They change together. If one changed later than the other, a
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

/// An advertising packet that a radio heard. It does not contain the sender's address, because nothing may depend on
/// it.
public struct ReceivedAdvertisement: Hashable, Sendable {
    /// The whole advertising data, as sent.
    public let packet: [UInt8]
    /// Received signal strength in dBm.
    public let rssi: Int8
    public let time: UnixTime
    /// The end of the radio's previous scan; nil if unknown.
    public let previousScan: UnixTime?

    public init(packet: [UInt8], rssi: Int8, time: UnixTime, previousScan: UnixTime?) {
        self.packet = packet
        self.rssi = rssi
        self.time = time
        self.previousScan = previousScan
    }
}
