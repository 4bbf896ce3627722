import ExposurePrimitives
import PhonePorts
import Synchronization

/// A connection through the simulated air. Each use checks that it still holds. Once it does not, it has ended for
/// good.
final class SimulatedConnection: RadioConnection {
    private let admission: ConnectionStation.Admission
    private let caller: ConnectionStation
    private let turns: Int
    private let answerer: ConnectionStation
    private let address: RadioAddress
    private let air: ConnectionAir
    private let start: UnixTime
    private let isOpen = Mutex(true)

    /// - Parameter turns: how often the caller's Bluetooth had been turned on or off before.
    init(
        _ admission: ConnectionStation.Admission,
        from caller: ConnectionStation,
        turns: Int,
        to answerer: ConnectionStation,
        at address: RadioAddress,
        in air: ConnectionAir
    ) {
        (self.admission, self.caller, self.turns) = (admission, caller, turns)
        (self.answerer, self.address, self.air) = (answerer, address, air)
        start = air.clock.now()
    }

    func read(_ value: ConnectionValueID) async throws(ConnectionError) -> [UInt8] {
        guard try await offered(value)?.isReadable == true else {
            throw .noSuchValue
        }
        let bytes: [UInt8]
        do throws(ConnectionRefusal) {
            bytes = try await admission.peer.read(value, over: admission.id)
        } catch {
            throw .refused(error)
        }
        guard bytes.count <= ConnectionValue.maxLength else {
            throw .tooLarge(max: ConnectionValue.maxLength)
        }
        try await checkHold()
        return bytes
    }

    func write(_ bytes: [UInt8], to value: ConnectionValueID) async throws(ConnectionError) {
        guard let max = try await offered(value)?.maxWriteLength else {
            throw .noSuchValue
        }
        guard bytes.count <= max else {
            throw .tooLarge(max: max)
        }
        do throws(ConnectionRefusal) {
            try await admission.peer.accept(bytes, for: value, over: admission.id)
        } catch {
            throw .refused(error)
        }
        // The answer may be lost although the bytes arrived.
        try await checkHold()
    }

    func disconnect() async {
        let wasOpen = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if wasOpen {
            await admission.peer.forget(admission.id)
        }
    }

    /// The other phone's declaration of `value`, if the connection still holds.
    private func offered(_ value: ConnectionValueID) async throws(ConnectionError) -> ConnectionValue? {
        try await checkHold()
        return admission.peer.values.first { $0.id == value }
    }

    private func checkHold() async throws(ConnectionError) {
        guard await holds() else {
            await disconnect()
            throw .gone
        }
    }

    private func holds() async -> Bool {
        guard isOpen.withLock({ $0 }), caller.turnsWithPower == turns, answerer.keeps(admission),
            air.areInReach(caller, answerer, noise: start)
        else {
            return false
        }
        return await answerer.broadcast(at: air.clock.now())?.address == address
    }
}
