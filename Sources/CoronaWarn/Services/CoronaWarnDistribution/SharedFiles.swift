import Persistence

/// Files that several processes may write at once.
enum SharedFiles {
    /// Repeats a pass over such files until one finds them right.
    ///
    /// A process may write something old, because it read before another process made a change. So each process reads
    /// again after its last writing. When all have ended, the files are what was decided last. A process alone has two
    /// passes if it writes at all.
    ///
    /// - Parameter pass: returns true if it wrote nothing, and no other process was seen to write.
    static func untilSettled(_ pass: () async throws -> Bool) async throws {
        for _ in 0..<maxPasses {
            if try await pass() {
                return
            }
        }
        // Two processes with different settings would go on for ever.
        throw ObjectStorageError(reason: "bring the files up to date: other processes write them too, without an end")
    }

    /// Two processes at once need three or four.
    private static let maxPasses = 10
}
