/// Holds tasks until a test releases them.
actor Gate {
    private var isOpen = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    func pass() async {
        guard !isOpen else {
            return
        }
        await withCheckedContinuation { continuation in
            waiting.append(continuation)
            for watcher in watchers where watcher.count <= waiting.count {
                watcher.continuation.resume()
            }
            watchers.removeAll { $0.count <= waiting.count }
        }
    }

    func open() {
        isOpen = true
        for continuation in waiting {
            continuation.resume()
        }
        waiting = []
    }

    /// Returns once at least `count` tasks are held.
    func waiting(atLeast count: Int) async {
        guard waiting.count < count else {
            return
        }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }
}
