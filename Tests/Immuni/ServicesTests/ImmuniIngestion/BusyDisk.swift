import DiagnosisKeyStores
import ExposurePrimitives
import Persistence
import ServiceKit
import Synchronization

/// A disk on simulated time. It makes one commit after the other, each of a random length. All requests that arrive
/// during one commit share the next. So the load decides how long a request waits.
final class BusyDisk: Sendable {
    private struct State {
        var generator: SeededGenerator
        var currentEnd = Duration.zero
        var nextEnd: Duration?
    }

    private let monotonicClock: any MonotonicClock
    private let state: Mutex<State>

    init(monotonicClock: any MonotonicClock, seed: UInt64) {
        self.monotonicClock = monotonicClock
        state = Mutex(State(generator: SeededGenerator(seed: seed)))
    }

    /// Returns when the commit that includes a request of this moment is done.
    func commit() async throws(StoreError) {
        let now = monotonicClock.elapsed()
        try await sleep(until: state.withLock { Self.end(of: &$0, now: now) })
    }

    /// Returns after a read, which does not wait.
    func read() async throws(StoreError) {
        let now = monotonicClock.elapsed()
        try await sleep(until: state.withLock { now + Self.length(&$0.generator) })
    }

    private static func end(of state: inout State, now: Duration) -> Duration {
        if now >= state.currentEnd {
            let next = state.nextEnd ?? .zero
            state.nextEnd = nil
            guard next > now else {
                state.currentEnd = now + length(&state.generator)
                return state.currentEnd
            }
            state.currentEnd = next
        }
        let end = state.nextEnd ?? state.currentEnd + length(&state.generator)
        state.nextEnd = end
        return end
    }

    /// 20 to 150 ms, and once in five up to 400 ms; in nanoseconds, so that no end falls on a tick.
    private static func length(_ generator: inout SeededGenerator) -> Duration {
        let isSlow = Int.random(in: 0..<5, using: &generator) == 0
        return .nanoseconds(Int.random(in: 20_000_001...(isSlow ? 400_000_000 : 150_000_000), using: &generator))
    }

    private func sleep(until moment: Duration) async throws(StoreError) {
        do {
            try await monotonicClock.sleep(until: moment)
        } catch {
            throw .unavailable(reason: "cancelled")
        }
    }
}

/// Stores that are as slow as a ``BusyDisk``.
struct BusyStores: UploadRightStore, UploadStore {
    let rights: any UploadRightStore
    let uploads: any UploadStore<RightIdentifier, RightEvidence>
    let disk: BusyDisk
    /// The planted fault: a dummy does not wait for the commit.
    let dummiesSkipTheCommit: Bool

    func grant(_ right: UploadRight, now: UnixTime) async throws(StoreError) -> GrantOutcome {
        try await rights.grant(right, now: now)
    }

    func isLive(_ identifier: RightIdentifier, now: UnixTime) async throws(StoreError) -> Bool {
        try await disk.read()
        return try await rights.isLive(identifier, now: now)
    }

    func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) -> Bool {
        try await disk.commit()
        return try await uploads.consume(identifier, now: now, storing: content)
    }

    func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) {
        if !dummiesSkipTheCommit {
            try await disk.commit()
        }
        try await uploads.rehearse(identifier, now: now, storing: content)
    }
}
