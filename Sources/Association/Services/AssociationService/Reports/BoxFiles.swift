import NIOCore
import Persistence
import Synchronization

/// The files of published boxes, for every phone the same bytes. Answers share one copy of a part, so connections that
/// never read take no memory for it.
final class BoxFiles: Sendable {
    private let storage: any ObjectStore
    private let kept = Mutex<[BoxFileName: Copy]>([:])

    private struct Copy {
        let revision: ObjectRevision
        let content: ByteBuffer
    }

    init(_ storage: any ObjectStore) {
        self.storage = storage
    }

    /// Nil for a part that is not published, or no longer.
    func content(of name: BoxFileName) async throws -> ByteBuffer? {
        // A disk would delay other connections of the event loop too long.
        try await withTaskExecutorPreference(globalConcurrentExecutor) {
            guard let revision = try await storage.revision(of: name.object) else {
                kept.withLock { $0[name] = nil }
                return nil
            }
            if let copy = kept.withLock({ $0[name] }), copy.revision == revision {
                return copy.content
            }
            return try await storage.get(name.object).map { bytes in
                keep(Copy(revision: revision, content: ByteBuffer(bytes: bytes)), as: name)
            }
        }
    }

    /// - Returns: the copy that came first, if several requests have read the part at once.
    private func keep(_ copy: Copy, as name: BoxFileName) -> ByteBuffer {
        kept.withLock { kept in
            if let first = kept[name], first.revision == copy.revision {
                return first.content
            }
            // Phones ask for the parts of the last day, so the others are read again soon or never.
            if kept.count >= Self.capacity {
                kept.removeAll()
            }
            kept[name] = copy
            return copy.content
        }
    }

    /// Parts in memory, together 36 MB.
    private static let capacity = 128
}
