package import PhonePorts

/// A phone's radio in the simulated air of connections.
package struct ConnectionAntenna: ConnectionRadio {
    private let station: ConnectionStation
    private let air: ConnectionAir

    init(station: ConnectionStation, air: ConnectionAir) {
        (self.station, self.air) = (station, air)
    }

    package var state: BluetoothState { station.state }

    /// Sets the state, as when the owner turns Bluetooth on or off.
    package func turn(_ state: BluetoothState) {
        station.turn(state)
    }

    package func startConnecting(for peer: any ConnectionPeer) {
        station.serve(peer)
    }

    package func stopConnecting() {
        station.serve(nil)
    }

    package func connect(to address: RadioAddress) async throws(ConnectionError) -> any RadioConnection {
        guard let turns = station.turnsWithPower else {
            throw .bluetoothOff
        }
        guard let other = await air.station(at: address, for: station), let admission = other.admit() else {
            throw .noAnswer
        }
        return SimulatedConnection(admission, from: station, turns: turns, to: other, at: address, in: air)
    }
}
