import Synchronization

/// The ports that the listeners really have, and those who wait to learn them.
final class PortBoard: Sendable {
    private struct State {
        var ports: [Listener.Kind: Int] = [:]
        var hasStopped = false
        var waiting: [CheckedContinuation<BoundPorts, any Error>] = []

        var outcome: Result<BoundPorts, any Error>? {
            if let `public` = ports[.public], let `internal` = ports[.internal] {
                return .success(BoundPorts(public: `public`, internal: `internal`))
            }
            return hasStopped ? .failure(HostError.stoppedBeforeListening) : nil
        }
    }

    private let state = Mutex(State())

    func report(_ kind: Listener.Kind, port: Int) {
        change { $0.ports[kind] = port }
    }

    func hostStopped() {
        change { $0.hasStopped = true }
    }

    /// Whether both listeners accept connections.
    var areBound: Bool { state.withLock { $0.ports.count == 2 } }

    func bound() async throws -> BoundPorts {
        try await withCheckedThrowingContinuation { continuation in
            change { $0.waiting.append(continuation) }
        }
    }

    private func change(_ change: (inout sending State) -> Void) {
        let (outcome, waiting) = state.withLock { state in
            change(&state)
            guard let outcome = state.outcome else {
                return (nil as Result<BoundPorts, any Error>?, [] as [CheckedContinuation<BoundPorts, any Error>])
            }
            defer { state.waiting = [] }
            return (outcome, state.waiting)
        }
        if let outcome {
            for continuation in waiting {
                continuation.resume(with: outcome)
            }
        }
    }
}

/// The ports of a host that listens.
package struct BoundPorts: Hashable, Sendable {
    package let `public`: Int
    package let `internal`: Int
}
