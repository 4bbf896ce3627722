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
        for number in 0..<maxPasses {
            if number >= passesAlone {
                try await Task.sleep(for: pause(before: number))
            }
            if try await pass() {
                return
            }
        }
        // Two processes with different settings would go on for ever.
        throw ObjectStorageError(reason: "bring the files up to date: other processes write them too, without an end")
    }

    /// A random pause, so that two processes do not write at the same time again. On a slow disk they could interrupt
    /// each other in every pass.
    private static func pause(before number: Int) -> Duration {
        .milliseconds(Int.random(in: 0...min(10 << (number - passesAlone), 1000)))
    }

    private static let passesAlone = 2
    /// Two processes at once need three or four.
    private static let maxPasses = 12
}
