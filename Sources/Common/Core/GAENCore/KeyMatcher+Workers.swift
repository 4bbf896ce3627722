extension KeyMatcher {
    /// The matches among `keys`, in their order, found by `workers` tasks at once.
    ///
    /// - Parameters:
    ///   - workers: at least one. The machine's number of cores is best.
    ///   - onProgress: called after each block with the number of keys that are done, in the caller's context.
    /// - Throws: `CancellationError` between two blocks if the task was cancelled.
    public func matches(
        of keys: [DiagnosisKey],
        workers: Int,
        onProgress: (Int) -> Void = { _ in }
    ) async throws -> [Match] {
        let starts = stride(from: 0, to: keys.count, by: matchingBlock)
        var found: [Int: [Match]] = [:]
        try await withThrowingTaskGroup(of: (start: Int, matches: [Match]).self) { group in
            var waiting = starts.makeIterator()
            func startNext() {
                guard let start = waiting.next() else {
                    return
                }
                group.addTask {
                    try Task.checkCancellation()
                    return (start, matches(of: keys[start..<min(start + matchingBlock, keys.count)]))
                }
            }
            for _ in 0..<max(1, workers) {
                startNext()
            }
            var done = 0
            while let block = try await group.next() {
                startNext()
                found[block.start] = block.matches.isEmpty ? nil : block.matches
                done += min(matchingBlock, keys.count - block.start)
                onProgress(done)
            }
        }
        return found.sorted { $0.key < $1.key }.flatMap(\.value)
    }
}

/// The number of keys that a task takes at a time: some milliseconds of work.
private let matchingBlock = 16_384
