public import ExposurePrimitives

/// The side of a phone that a radio with connections calls. It decides what the phone advertises and offers, and
/// handles what the radio receives.
public protocol ConnectionPeer: Sendable {
    /// The values that other phones can read and write, each identifier once. They never change.
    var values: [ConnectionValue] { get }

    /// The connectable packet at `time`, and its sender's address; nil while the phone wants no connections.
    func advertise(at time: UnixTime) async -> Broadcast?

    /// Handles the packets of one scan, of any protocol. The peer ignores those that are not its own.
    func receive(_ heard: [ConnectableAdvertisement]) async

    /// The bytes of a readable value, at most 512. The radio asks once for each read, even if the value takes several
    /// packets.
    func read(_ value: ConnectionValueID, over connection: ConnectionID) async throws(ConnectionRefusal) -> [UInt8]

    /// Handles bytes written to a value, never more than the value accepts.
    func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal)

    /// Forgets a connection that has ended. The radio calls this once for each connection, even if nothing was read or
    /// written.
    func forget(_ connection: ConnectionID) async
}

/// A connectable packet that a radio heard. Its address can be used for connecting until the sender changes it.
public struct ConnectableAdvertisement: Hashable, Sendable {
    public let advertisement: ReceivedAdvertisement
    public let address: RadioAddress

    public init(_ advertisement: ReceivedAdvertisement, from address: RadioAddress) {
        self.advertisement = advertisement
        self.address = address
    }
}

/// Identifies a connection to one phone while its radio runs. It reveals nothing about the other phone.
public struct ConnectionID: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }
}
