package import ExposurePrimitives
package import PhonePorts
import Synchronization

/// A phone's radio in the simulated air. It serves the framework that started it while Bluetooth is on.
package final class SimulatedAntenna: BluetoothRadio, ProximityPeer {
    private let content: Mutex<(state: BluetoothState, peer: (any ProximityPeer)?)>

    package init(state: BluetoothState = .on) {
        content = Mutex((state, nil))
    }

    package var state: BluetoothState { content.withLock { $0.state } }

    /// Sets the state, as when the owner turns Bluetooth on or off.
    package func turn(_ state: BluetoothState) {
        content.withLock { $0.state = state }
    }

    package func start(serving peer: any ProximityPeer) {
        content.withLock { $0.peer = peer }
    }

    package func stop() {
        content.withLock { $0.peer = nil }
    }

    package func broadcast(at time: UnixTime) async -> Broadcast? {
        await servedPeer?.broadcast(at: time)
    }

    package func receive(_ heard: [ReceivedAdvertisement]) async {
        await servedPeer?.receive(heard)
    }

    private var servedPeer: (any ProximityPeer)? {
        content.withLock { $0.state == .on ? $0.peer : nil }
    }
}
