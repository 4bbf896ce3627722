import DeviceAttestation
import ExposurePrimitives
import Synchronization

/// Apple's side of a trial: two bits and a month for each device, and tokens that only it can read. It answers at once.
final class TrialApple: DeviceCheck {
    private struct Account {
        var bits = DeviceBits.clear
        var lastUpdate: CalendarMonth?
    }

    private struct State {
        var devices: [String: Int] = [:]
        var accounts: [Int: Account] = [:]
        var generator: SeededGenerator
    }

    private let clock: any WallClock
    private let state: Mutex<State>
    let longestCall = Duration.seconds(10)

    init(clock: any WallClock, seed: UInt64) {
        self.clock = clock
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// A new token of a device.
    func token(ofDevice device: Int) -> DeviceToken {
        state.withLock { state in
            let text = Base64.encode(Bytes16.random(using: &state.generator).bytes)
            state.devices[text] = device
            return DeviceToken(exposing: text)
        }
    }

    func validate(_ token: DeviceToken) async throws(DeviceCheckError) {
        _ = try withAccount(of: token) { _ in }
    }

    func query(_ token: DeviceToken) async throws(DeviceCheckError) -> DeviceState {
        try withAccount(of: token) { DeviceState(bits: $0.bits, lastUpdate: $0.lastUpdate) }
    }

    func update(_ token: DeviceToken, to bits: DeviceBits) async throws(DeviceCheckError) {
        let month = CalendarMonth(of: clock.now().utcDay)
        try withAccount(of: token) { $0 = Account(bits: bits, lastUpdate: month) }
    }

    private func withAccount<Value: Sendable>(
        of token: DeviceToken,
        _ body: @Sendable (inout Account) -> Value
    ) throws(DeviceCheckError) -> Value {
        let value: Value? = state.withLock { state in
            guard let device = state.devices[token.exposedText] else {
                return nil
            }
            return body(&state.accounts[device, default: Account()])
        }
        guard let value else {
            throw .tokenRefused
        }
        return value
    }
}
