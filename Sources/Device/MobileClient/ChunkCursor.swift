import ImmuniAPI

/// How far the phone has come through the TEK Chunks. It moves past a chunk only once that chunk is processed, so that
/// none is lost to a failure.
struct ChunkCursor: Hashable, Sendable {
    /// The index of the last chunk that is done with; 0 before the first.
    private(set) var lastProcessed = 0

    /// The chunks on offer that the phone has not processed, oldest first; nil where there is none.
    func pending(in index: ChunkIndex) -> ClosedRange<Int>? {
        // A chunk that left the index is older than anything the phone has stored.
        let first = lastProcessed < index.oldest ? index.oldest : lastProcessed + 1
        return first <= index.newest ? first...index.newest : nil
    }

    mutating func advance(past index: Int) {
        lastProcessed = max(lastProcessed, index)
    }
}
