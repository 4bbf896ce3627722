/// A phone's Bluetooth radio as protocols drive it that connect phones, beside `BluetoothRadio`, which never connects.
///
/// Once started, a radio asks its peer for a connectable packet, sends it from the address that comes with it, scans, and
/// hands over what it heard. It answers other phones that connect to that address, and connects to theirs.
public protocol ConnectionRadio: Sendable {
    /// Advertises, scans and answers for `peer` from now on, as far as Bluetooth is on. Starting again replaces the peer.
    func startConnecting(for peer: any ConnectionPeer)

    /// Neither advertises, scans nor answers from now on. Connections that other phones opened end.
    func stopConnecting()

    /// Connects to the phone that was heard at `address`.
    ///
    /// - Throws: `bluetoothOff` or `noAnswer`.
    func connect(to address: RadioAddress) async throws(ConnectionError) -> any RadioConnection
}

/// A connection that this phone opened to another.
///
/// Values travel whole. How a radio divides them among packets (the MTU) is its own affair, and so is whether it encrypts:
/// a protocol must take everything here for readable by anyone near.
///
/// A connection ends with the address that it was opened to. If it outlived the address, it would link one address of the
/// other phone to the next.
public protocol RadioConnection: Sendable {
    /// The bytes of a value, at most 512.
    func read(_ value: ConnectionValueID) async throws(ConnectionError) -> [UInt8]

    /// Gives the other phone `bytes` for a value; it has taken them when this returns. If this throws `gone`, it may have
    /// taken them as well.
    func write(_ bytes: [UInt8], to value: ConnectionValueID) async throws(ConnectionError)

    /// Ends the connection; it may have ended before.
    func disconnect() async
}

/// Why a phone could not connect, read or write.
public enum ConnectionError: Error, Hashable, Sendable {
    /// Bluetooth is off on this phone, or was never there.
    case bluetoothOff
    /// No phone answers at the address: it is out of range, its Bluetooth is off, or it has another address now. These look
    /// the same from here.
    case noAnswer
    /// The connection was there and has ended, for any of the same reasons or by `disconnect`. Nothing revives it.
    case gone
    /// The other phone offers no such value, or not for this use.
    case noSuchValue
    /// A value has more bytes than `max`: what the other phone accepts for it, or what any value may have.
    case tooLarge(max: Int)
    /// The other phone's protocol refused.
    case refused(ConnectionRefusal)
}
