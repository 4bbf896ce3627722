package import DeviceAttestation
package import ExposurePrimitives
import Synchronization

/// The devices of an emulated DeviceCheck server, their tokens, and planned failures.
package final class EmulatedDevices: Sendable {
    /// A failure of one coming call.
    package struct Mishap: Hashable, Sendable {
        /// Milliseconds before the call has its effect.
        package var delayBefore = 0
        /// Milliseconds between the effect and the answer.
        package var delayAfter = 0
        /// The status to answer with. The call then has no effect.
        package var status: Int?
        /// The call has its effect, and the connection is closed without an answer.
        package var losesAnswer = false
        /// The body to answer with instead of the right one.
        package var body: String?
        /// Milliseconds between two bytes of the body.
        package var trickle = 0

        package init() {}
    }

    private struct Device {
        var state = DeviceState(bits: .clear, lastUpdate: nil)
        var updates = 0
    }

    private struct State {
        var devices: [String: Device] = [:]
        var tokens: [String: (device: String, expiry: UnixTime)] = [:]
        var mishaps: [(endpoint: String?, mishap: Mishap)] = []
        var offset: Int64 = 0
        var calls = 0
        var bearers: Set<String> = []
        var protocols: Set<String> = []
    }

    private let clock: any WallClock
    private let tokenLifetime: Int64
    private let state = Mutex(State())

    /// - Parameter tokenLifetime: seconds for which a device token can be used.
    package init(clock: any WallClock, tokenLifetime: Int64 = 3600) {
        (self.clock, self.tokenLifetime) = (clock, tokenLifetime)
    }

    package var now: UnixTime {
        clock.now().advanced(bySeconds: state.withLock { $0.offset })
    }

    /// Sets the server's clock.
    package func set(time: UnixTime) {
        let offset = time.seconds(since: clock.now())
        state.withLock { $0.offset = offset }
    }

    /// A new token of a device, in base 64. The device is made if it does not exist.
    package func token(of device: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<16).flatMap { _ in Bytes16.random(using: &generator).bytes }
        let text = Base64.encode(bytes)
        let expiry = now.advanced(bySeconds: tokenLifetime)
        state.withLock { state in
            if state.devices[device] == nil {
                state.devices[device] = Device()
            }
            state.tokens[text] = (device, expiry)
        }
        return text
    }

    /// Apple's state of a device, and how often it was written; nil if the device does not exist.
    package func device(_ name: String) -> (state: DeviceState, updates: Int)? {
        state.withLock { state in
            state.devices[name].map { ($0.state, $0.updates) }
        }
    }

    package func set(_ device: String, to state: DeviceState) {
        self.state.withLock { $0.devices[device, default: Device()].state = state }
    }

    /// Plans `mishap` for the next `count` calls; only for those of `endpoint` unless it is nil.
    package func plan(_ mishap: Mishap, count: Int, endpoint: String? = nil) {
        state.withLock { $0.mishaps += Array(repeating: (endpoint, mishap), count: count) }
    }

    /// Deletes the planned failures.
    package func clearPlan() {
        state.withLock { $0.mishaps = [] }
    }

    /// The number of calls answered or refused so far.
    package var calls: Int { state.withLock { $0.calls } }

    /// The number of different bearer tokens used.
    package var bearers: Int { state.withLock { $0.bearers.count } }

    /// The versions of HTTP used.
    package var protocols: Set<String> { state.withLock { $0.protocols } }

    // MARK: - For the server

    func nextMishap(of endpoint: String, bearer: String?, protocol version: String) -> Mishap? {
        state.withLock { state in
            state.calls += 1
            state.bearers.insert(bearer ?? "")
            state.protocols.insert(version)
            guard let index = state.mishaps.firstIndex(where: { $0.endpoint == nil || $0.endpoint == endpoint }) else {
                return nil
            }
            return state.mishaps.remove(at: index).mishap
        }
    }

    /// Whether a token belongs to a device and is not too old.
    func isValid(_ token: String) -> Bool {
        let now = now
        return state.withLock { state in
            state.tokens[token].map { now < $0.expiry } ?? false
        }
    }

    func state(of token: String) -> DeviceState? {
        state.withLock { state in
            state.tokens[token].flatMap { state.devices[$0.device]?.state }
        }
    }

    func update(_ token: String, to bits: DeviceBits) {
        let month = CalendarMonth(of: now.utcDay)
        state.withLock { state in
            if let device = state.tokens[token]?.device {
                state.devices[device]?.state = DeviceState(bits: bits, lastUpdate: month)
                state.devices[device]?.updates += 1
            }
        }
    }
}
