import Synchronization

/// A visit that has begun. Its requests leave one after the other, as those of a phone: one that is planned while the
/// request before it has no answer waits for that answer.
final class VisitUnderWay: Sendable {
    let session: any LoadSession
    private let state = Mutex(State())

    private struct State {
        var finished: Set<Int> = []
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
    }

    init(_ session: any LoadSession) {
        self.session = session
    }

    /// Waits until the request before `step` has ended.
    func turn(of step: Int) async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard step > 0, !state.finished.contains(step - 1) else {
                    return true
                }
                state.waiting[step] = continuation
                return false
            }
            if isFree {
                continuation.resume()
            }
        }
    }

    /// Says that the request of `step` has ended, well or not.
    func finish(_ step: Int) {
        let next = state.withLock { state in
            state.finished.insert(step)
            return state.waiting.removeValue(forKey: step + 1)
        }
        next?.resume()
    }
}
