public import ExposurePrimitives
public import PhonePorts
import Synchronization

/// A phone's radio in the simulated air: it serves the framework that started it, for as long as Bluetooth is on.
public final class SimulatedAntenna: BluetoothRadio, ProximityPeer {
    private let content: Mutex<(state: BluetoothState, peer: (any ProximityPeer)?)>

    public init(state: BluetoothState = .on) {
        content = Mutex((state, nil))
    }

    public var state: BluetoothState { content.withLock { $0.state } }

    /// The owner turns Bluetooth on or off.
    public func turn(_ state: BluetoothState) {
        content.withLock { $0.state = state }
    }

    public func start(serving peer: any ProximityPeer) {
        content.withLock { $0.peer = peer }
    }

    public func stop() {
        content.withLock { $0.peer = nil }
    }

    public func broadcast(at time: UnixTime) async -> Broadcast? {
        await servedPeer?.broadcast(at: time)
    }

    public func receive(_ heard: [ReceivedAdvertisement]) async {
        await servedPeer?.receive(heard)
    }

    private var servedPeer: (any ProximityPeer)? {
        content.withLock { $0.state == .on ? $0.peer : nil }
    }
}
