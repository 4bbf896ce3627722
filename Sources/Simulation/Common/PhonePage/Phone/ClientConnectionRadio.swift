import ExposurePrimitives
import PhonePorts
import PhoneSimulation
import Synchronization

/// A client's radio for protocols that connect phones. Between meetings nobody is near. In a meeting, it works through
/// the client's antenna in the meeting's air.
final class ClientConnectionRadio: ConnectionRadio {
    private let content: Mutex<Content>

    private struct Content {
        var state: BluetoothState
        var peer: (any ConnectionPeer)?
        /// Nil between meetings.
        var antenna: (any ConnectionRadio)?
    }

    init(state: BluetoothState) {
        content = Mutex(Content(state: state))
    }

    func turn(_ state: BluetoothState) {
        content.withLock { $0.state = state }
    }

    func startConnecting(for peer: any ConnectionPeer) {
        content.withLock { $0.peer = peer }
    }

    func stopConnecting() {
        content.withLock { $0.peer = nil }
    }

    func connect(to address: RadioAddress) async throws(ConnectionError) -> any RadioConnection {
        let (state, antenna) = content.withLock { ($0.state, $0.antenna) }
        guard state == .on else {
            throw .bluetoothOff
        }
        guard let antenna else {
            throw .noAnswer
        }
        return try await antenna.connect(to: address)
    }

    // MARK: - Meetings

    /// Takes part in a meeting with `antenna`.
    ///
    /// - Returns: the client's side; nil if the client takes no part, for example because Bluetooth is off.
    func startMeeting(with antenna: any ConnectionRadio) -> (any ConnectionPeer)? {
        content.withLock { content in
            guard content.state == .on, let peer = content.peer else {
                return nil
            }
            content.antenna = antenna
            return peer
        }
    }

    /// Leaves the meeting.
    ///
    /// - Returns: the antenna of the meeting; nil if there was none.
    @discardableResult func endMeeting() -> (any ConnectionRadio)? {
        content.withLock { content in
            defer { content.antenna = nil }
            return content.antenna
        }
    }

    /// The client's side while it takes part in a meeting.
    var meetingPeer: (any ConnectionPeer)? {
        content.withLock { $0.antenna == nil ? nil : $0.peer }
    }
}
