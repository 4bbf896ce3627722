package import ClientTesting
package import ExposurePrimitives
package import ExposureTesting
import Foundation
import PhonePorts
import Synchronization

/// A simulated phone's clock and scheduler, and what its app has cost so far.
package final class PhoneMeter: Sendable {
    package let clock: ManualClock
    package let scheduler = ManualScheduler()
    private let state = Mutex(State())

    private struct State {
        var effort = PhoneEffort()
        var isOpen = false
        /// Until when the system lets the app run.
        var awakeUntil = UnixTime(0)
        /// The last use of each host's connection.
        var uses: [PhoneHost: UnixTime] = [:]
    }

    package init(startingAt start: UnixTime) {
        clock = ManualClock(start)
    }

    package var effort: PhoneEffort { state.withLock { $0.effort } }

    /// Begins to count.
    package func reset() { state.withLock { $0.effort = PhoneEffort() } }

    func note(isOpen: Bool) {
        change { $0.isOpen = isOpen }
    }

    func noteTask() {
        change { state in
            state.effort.wakeUps += state.isOpen || clock.now() <= state.awakeUntil ? 0 : 1
        }
    }

    func noteRequest(to host: PhoneHost, sent: Int, received: Int) {
        change { state in
            let pause = state.uses.updateValue(clock.now(), forKey: host).map(clock.now().seconds)
            state.effort.connections += pause.map { $0 <= Self.grace } ?? false ? 0 : 1
            state.effort.requests += 1
            state.effort.sent += sent
            state.effort.received += received
        }
    }

    func noteFile(of size: Int) {
        state.withLock { $0.effort.written += size }
    }

    /// Adds the processor time of `body` to the app's. With the sign −1 it is that of others, and is taken away.
    package func time<Result, Failure: Error>(
        sign: Double = 1,
        _ body: () async throws(Failure) -> Result
    ) async throws(Failure) -> Result {
        let before = Self.processorSeconds()
        defer { state.withLock { $0.effort.processorSeconds += sign * (Self.processorSeconds() - before) } }
        return try await body()
    }

    /// After anything that the app does, it runs on for a moment.
    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.awakeUntil = clock.now().advanced(bySeconds: Self.grace)
        }
    }

    /// User and system time of this process so far.
    private static func processorSeconds() -> Double { Double(Foundation.clock()) / Double(CLOCKS_PER_SEC) }

    /// Seconds that an app runs on after it was left, and after each thing that it did; a connection lasts as long.
    private static let grace: Int64 = 30
}
