import ExposurePrimitives
import PhonePorts
import Synchronization

/// A radio's hardware: `CBPeripheralManager` and `CBCentralManager`, or an accessory.
protocol RadioHardware: Sendable {
    var state: BluetoothState { get }
    /// Broadcasts this from now on, or nothing if it is nil.
    func advertise(_ broadcast: Broadcast?) async
    /// The results of each scan, until nobody reads them any more.
    func scans() -> AsyncStream<[ReceivedAdvertisement]>
}

/// Connects the framework with a radio's hardware.
final class AppRadio: BluetoothRadio {
    private let hardware: any RadioHardware
    private let clock: any WallClock
    /// A tick every few seconds, because the framework changes identifiers at moments that it draws.
    private let ticks: @Sendable () -> AsyncStream<Void>
    private let work = Mutex<[Task<Void, Never>]>([])

    init(hardware: any RadioHardware, clock: any WallClock, ticks: @escaping @Sendable () -> AsyncStream<Void>) {
        self.hardware = hardware
        self.clock = clock
        self.ticks = ticks
    }

    var state: BluetoothState { hardware.state }

    func start(serving peer: any ProximityPeer) {
        stop()
        let (hardware, clock, ticks) = (hardware, clock, ticks)
        let speaking = Task {
            for await _ in ticks() where !Task.isCancelled {
                await hardware.advertise(peer.broadcast(at: clock.now()))
            }
            await hardware.advertise(nil)
        }
        let hearing = Task {
            for await heard in hardware.scans() where !Task.isCancelled {
                await peer.receive(heard)
            }
        }
        work.withLock { $0 = [speaking, hearing] }
    }

    func stop() {
        let tasks = work.withLock { work in
            defer { work = [] }
            return work
        }
        for task in tasks {
            task.cancel()
        }
    }
}
