public import ExposurePrimitives

/// The side of a phone that a radio with connections talks to: what it advertises and offers, and what becomes of what it
/// hears and is given.
public protocol ConnectionPeer: Sendable {
    /// The values that other phones can read and write, each identifier once. They stay the same.
    var values: [ConnectionValue] { get }

    /// The connectable packet at `time`, and the address that it is sent from; nil while the phone wants no connections.
    func advertise(at time: UnixTime) async -> Broadcast?

    /// Takes what one scan heard, of whatever protocol; the peer leaves out what is not its own.
    func receive(_ heard: [ConnectableAdvertisement]) async

    /// The bytes of a readable value, at most 512. Asked once for each read, however many packets carry the value.
    func read(
        _ value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal) -> [UInt8]

    /// Takes bytes for a writable value, never more than it accepts.
    func accept(
        _ bytes: [UInt8],
        for value: ConnectionValueID,
        over connection: ConnectionID
    ) async throws(ConnectionRefusal)

    /// Forgets a connection that has ended. Told once for each, also for one over which nothing was read or written.
    func forget(_ connection: ConnectionID) async
}

/// A connectable packet that a radio heard, and where its sender can be connected to until its address changes.
public struct ConnectableAdvertisement: Hashable, Sendable {
    public let advertisement: ReceivedAdvertisement
    public let address: RadioAddress

    public init(_ advertisement: ReceivedAdvertisement, from address: RadioAddress) {
        self.advertisement = advertisement
        self.address = address
    }
}

/// Tells the connections to one phone apart, for as long as its radio runs. It says nothing about the other phone.
public struct ConnectionID: Hashable, Sendable {
    public let number: UInt64

    public init(_ number: UInt64) {
        self.number = number
    }
}
