import DiagnosisKeyStores
import NIOCore
import Persistence
import ServiceKit

/// The files of chunks. Those requested most recently are kept in memory: every phone requests the same few, and their
/// bytes never change.
final class ChunkFiles: Sendable {
    private let storage: any ObjectStore
    private let kept: RecentFiles<String, ByteBuffer>

    init(_ storage: any ObjectStore, keptIn kept: RecentFiles<String, ByteBuffer> = RecentFiles()) {
        self.storage = storage
        self.kept = kept
    }

    /// The bytes of a published chunk; nil if its file is missing or cut.
    func content(of chunk: PublishedChunk) async throws -> ByteBuffer? {
        if let content = kept[chunk.objectName] {
            return content
        }
        guard let name = ObjectName(chunk.objectName) else {
            return nil
        }
        // Reading megabytes from a disk would delay other connections of the event loop too long.
        let read = try await withTaskExecutorPreference(globalConcurrentExecutor) { try await storage.get(name) }
        guard let bytes = read, bytes.count == chunk.size else {
            return nil
        }
        let content = ByteBuffer(bytes: bytes)
        kept.keep(content, as: chunk.objectName, size: bytes.count)
        return content
    }
}
