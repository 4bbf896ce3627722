import Synchronization

/// How far a run over many files is.
public struct MatchingProgress: Equatable, Sendable {
    /// Files that are done, refused ones among them.
    public internal(set) var files = 0
    /// Keys that were tried, those of files that were refused afterwards among them, those of a second
    /// reading once more.
    public internal(set) var keys = 0
}

/// Counts for all workers, and tells.
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
