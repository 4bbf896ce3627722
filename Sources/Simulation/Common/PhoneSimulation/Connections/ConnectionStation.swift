import ExposurePrimitives
import PhonePorts
import Synchronization

/// One phone in the simulated air of connections: its place and its answers.
final class ConnectionStation: Sendable {
    /// Its number in the order of arrival.
    let number: Int
    let phone: SimulatedRadio.Phone
    private let content: Mutex<Content>

    private struct Content {
        var state: BluetoothState
        var peer: (any ConnectionPeer)?
        var previousScan: UnixTime?
        /// The number of connections that other phones opened.
        var connections: UInt64 = 0
        /// How often Bluetooth was turned on or off. Each time ends all connections.
        var turns = 0
        /// How often the peer or Bluetooth changed. Each time ends the connections that other phones opened.
        var services = 0
    }

    init(number: Int, phone: SimulatedRadio.Phone, state: BluetoothState) {
        (self.number, self.phone) = (number, phone)
        content = Mutex(Content(state: state))
    }

    var state: BluetoothState { content.withLock { $0.state } }

    func turn(_ state: BluetoothState) {
        content.withLock { content in
            guard content.state != state else {
                return
            }
            content.state = state
            content.turns += 1
            content.services += 1
        }
    }

    /// - Parameter peer: nil if the phone no longer answers.
    func serve(_ peer: (any ConnectionPeer)?) {
        content.withLock { content in
            content.peer = peer
            content.services += 1
        }
    }

    // MARK: - Advertising and scanning

    func broadcast(at time: UnixTime) async -> Broadcast? { await servedPeer?.advertise(at: time) }

    func receive(_ heard: [ConnectableAdvertisement], at time: UnixTime) async {
        guard let peer = servedPeer else {
            return
        }
        content.withLock { $0.previousScan = time }
        if !heard.isEmpty {
            await peer.receive(heard)
        }
    }

    var previousScan: UnixTime? { content.withLock { $0.previousScan } }

    private var servedPeer: (any ConnectionPeer)? {
        content.withLock { $0.state == .on ? $0.peer : nil }
    }

    // MARK: - Connections

    /// The state of the answering phone that a connection keeps.
    struct Admission {
        let id: ConnectionID
        let peer: any ConnectionPeer
        fileprivate let service: Int
    }

    /// Begins a connection that another phone opens; nil if this one answers none.
    func admit() -> Admission? {
        content.withLock { content in
            guard content.state == .on, let peer = content.peer else {
                return nil
            }
            content.connections += 1
            return Admission(id: ConnectionID(content.connections), peer: peer, service: content.services)
        }
    }

    /// Whether `admission` still holds on this phone.
    func keeps(_ admission: Admission) -> Bool {
        content.withLock { $0.services == admission.service }
    }

    /// How often Bluetooth was turned on or off; nil if it is not on.
    var turnsWithPower: Int? { content.withLock { $0.state == .on ? $0.turns : nil } }
}
