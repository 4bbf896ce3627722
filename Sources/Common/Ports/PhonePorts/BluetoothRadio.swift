/// A phone's Bluetooth radio as the framework uses it: the operating system's, or a simulated one.
///
/// A started radio asks its peer for each packet to broadcast, and sends it from the address that comes with the
/// packet. It scans, and passes on the packets that each scan heard.
public protocol BluetoothRadio: Sendable {
    /// The present state of the radio. It may change at any time, for example when the owner turns Bluetooth off.
    var state: BluetoothState { get }

    /// Broadcasts for `peer` and scans from now on, while the state allows it. After a time without Bluetooth it
    /// continues by itself. Starting again replaces the peer.
    func start(serving peer: any ProximityPeer)

    /// Stops broadcasting and scanning.
    func stop()
}

/// The state of a Bluetooth radio.
public enum BluetoothState: Hashable, Sendable, CaseIterable {
    case on
    /// The owner turned it off.
    case off
    /// The phone has no radio that can broadcast and scan with Bluetooth Low Energy.
    case unsupported
}
