import Synchronization

/// The progress of a run over many files.
public struct MatchingProgress: Equatable, Sendable {
    /// The number of files that are done, including refused ones.
    public internal(set) var files = 0
    /// The number of keys that were tried. Keys of files that were refused afterwards count, and keys of a second
    /// reading count again.
    public internal(set) var keys = 0
}

/// Counts the progress of all workers and reports it.
final class ProgressCounter: Sendable {
    private let progress = Mutex(MatchingProgress())
    private let tell: @Sendable (MatchingProgress) -> Void

    init(_ tell: @escaping @Sendable (MatchingProgress) -> Void) {
        self.tell = tell
    }

    func add(_ change: (inout MatchingProgress) -> Void) {
        progress.withLock { progress in
            change(&progress)
            tell(progress)
        }
    }
}
