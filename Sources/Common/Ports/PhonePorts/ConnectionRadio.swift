/// A phone's Bluetooth radio for protocols that connect phones. `BluetoothRadio`, in contrast, never connects.
///
/// A started radio asks its peer for a connectable packet, and sends it from the address that comes with the packet. It
/// scans, and passes on the packets that it heard. It answers other phones that connect to that address, and connects
/// to theirs.
public protocol ConnectionRadio: Sendable {
    /// Advertises, scans and answers for `peer` from now on, while Bluetooth is on. Starting again replaces the peer.
    func startConnecting(for peer: any ConnectionPeer)

    /// Stops advertising, scanning and answering. Connections that other phones opened end.
    func stopConnecting()

    /// Connects to the phone that was heard at `address`.
    ///
    /// - Throws: `bluetoothOff` or `noAnswer`.
    func connect(to address: RadioAddress) async throws(ConnectionError) -> any RadioConnection
}

/// A connection that this phone opened to another.
///
/// Values are transferred whole. The radio decides how to divide them into packets (the MTU) and whether to encrypt
/// them. A protocol must assume that anyone near can read everything.
///
/// A connection ends when the address to which it was opened changes. Otherwise it would link one address of the other
/// phone to the next.
public protocol RadioConnection: Sendable {
    /// The bytes of a value, at most 512.
    func read(_ value: ConnectionValueID) async throws(ConnectionError) -> [UInt8]

    /// Writes `bytes` to a value of the other phone, which has accepted them when this returns. If this throws `gone`,
    /// it may have accepted them too.
    func write(_ bytes: [UInt8], to value: ConnectionValueID) async throws(ConnectionError)

    /// Ends the connection, if it has not ended before.
    func disconnect() async
}

/// The reason why a phone could not connect, read or write.
public enum ConnectionError: Error, Hashable, Sendable {
    /// Bluetooth is off on this phone, or does not exist.
    case bluetoothOff
    /// No phone answers at the address: it is out of range, its Bluetooth is off, or it has another address now. This
    /// phone cannot distinguish these cases.
    case noAnswer
    /// The connection has ended, for one of the same reasons or by `disconnect`. It cannot be continued.
    case gone
    /// The other phone offers no such value, or not for this use.
    case noSuchValue
    /// A value has more than `max` bytes: the limit of the other phone for it, or of any value.
    case tooLarge(max: Int)
    /// The other phone's protocol refused.
    case refused(ConnectionRefusal)
}
