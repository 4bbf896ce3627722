import Synchronization

/// The real ports of the listeners, and the tasks that wait for them.
final class PortBoard: Sendable {
    private struct State {
        var ports: [Listener.Kind: Int] = [:]
        var outcome: Result<BoundPorts, any Error>?
        var waiting: [Int: CheckedContinuation<BoundPorts, any Error>] = [:]
        var waiterCount = 0
    }

    private let state = Mutex(State())
    private let listeners: Set<Listener.Kind>
    private let whenBound: @Sendable (BoundPorts) -> Void

    /// - Parameter whenBound: called once, when all listeners accept connections and before any other task learns it.
    init(_ listeners: Set<Listener.Kind>, whenBound: @escaping @Sendable (BoundPorts) -> Void) {
        self.listeners = listeners
        self.whenBound = whenBound
    }

    func report(_ kind: Listener.Kind, port: Int) {
        let bound = state.withLock { state -> BoundPorts? in
            state.ports[kind] = port
            guard listeners.isSubset(of: state.ports.keys), let `internal` = state.ports[.internal] else {
                return nil
            }
            return BoundPorts(public: state.ports[.public] ?? 0, internal: `internal`, partner: state.ports[.partner])
        }
        if let bound {
            whenBound(bound)
            finish(.success(bound))
        }
    }

    func hostStopped() {
        finish(.failure(HostError.stoppedBeforeListening))
    }

    /// Whether all listeners accept connections.
    var areBound: Bool {
        state.withLock { state in
            if case .success = state.outcome { true } else { false }
        }
    }

    /// Returns once all listeners accept connections. Throws if the host stopped before, or if the task was cancelled.
    func bound() async throws -> BoundPorts {
        let waiter = state.withLock { state in
            state.waiterCount += 1
            return state.waiterCount
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let outcome = state.withLock { state in
                    if state.outcome == nil {
                        state.waiting[waiter] = continuation
                    }
                    return state.outcome
                }
                if let outcome {
                    continuation.resume(with: outcome)
                } else if Task.isCancelled {
                    // Its handler may have run before the waiter was stored.
                    cancel(waiter)
                }
            }
        } onCancel: {
            cancel(waiter)
        }
    }

    private func cancel(_ waiter: Int) {
        state.withLock { $0.waiting.removeValue(forKey: waiter) }?.resume(throwing: CancellationError())
    }

    /// The first outcome counts.
    private func finish(_ outcome: Result<BoundPorts, any Error>) {
        let waiting = state.withLock { state in
            state.outcome = state.outcome ?? outcome
            defer { state.waiting = [:] }
            return Array(state.waiting.values)
        }
        for continuation in waiting {
            continuation.resume(with: outcome)
        }
    }
}

/// The ports of a host that listens.
package struct BoundPorts: Hashable, Sendable {
    /// 0 if there is no public listener.
    package let `public`: Int
    package let `internal`: Int
    /// Nil if there is no listener for partners.
    package let partner: Int?

    /// The internal port comes first, because monitoring looks for it.
    var all: [(Listener.Kind, Int)] {
        [(.internal, `internal`)] + (`public` == 0 ? [] : [(.public, `public`)])
            + (partner.map { [(.partner, $0)] } ?? [])
    }
}
