/// A phone's Bluetooth radio, as the framework drives it: the operating system's, or a simulated one.
///
/// Once started, a radio asks its peer for each packet that it broadcasts, sends it from the address that comes with it,
/// scans, and hands over what each scan heard.
public protocol BluetoothRadio: Sendable {
    /// What the radio can do now. It may change at any time, for example where the owner turns it off.
    var state: BluetoothState { get }

    /// Broadcasts for `peer` and scans from now on, as far as the state allows, and goes on by itself where Bluetooth was
    /// off for a while. Starting again replaces the peer.
    func start(serving peer: any ProximityPeer)

    /// Neither broadcasts nor scans from now on.
    func stop()
}

/// What a Bluetooth radio can do.
public enum BluetoothState: Hashable, Sendable, CaseIterable {
    case on
    /// Turned off by the owner.
    case off
    /// The phone has no radio that can broadcast and scan with Bluetooth Low Energy.
    case unsupported
}
