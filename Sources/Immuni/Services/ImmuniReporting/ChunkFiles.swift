import DiagnosisKeyStores
import NIOCore
import Persistence
import Synchronization

/// The files of chunks. Those requested most recently are kept in memory: every phone requests the same few, and their
/// bytes never change.
final class ChunkFiles: Sendable {
    private let storage: any ObjectStore
    private let capacity: Int
    private let kept = Mutex(Kept())

    private struct Kept {
        var files: [String: (content: ByteBuffer, lastUse: UInt64)] = [:]
        var size = 0
        var uses: UInt64 = 0
    }

    /// - Parameter capacity: the maximum number of bytes in memory.
    init(_ storage: any ObjectStore, capacity: Int = 64 << 20) {
        self.storage = storage
        self.capacity = capacity
    }

    /// The bytes of a published chunk; nil if its file is missing or cut.
    func content(of chunk: PublishedChunk) async throws -> ByteBuffer? {
        if let content = cached(chunk.objectName) {
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
        keep(content, as: chunk.objectName)
        return content
    }

    private func cached(_ name: String) -> ByteBuffer? {
        kept.withLock { kept in
            kept.uses += 1
            guard let place = kept.files.index(forKey: name) else {
                return nil
            }
            kept.files.values[place].lastUse = kept.uses
            return kept.files.values[place].content
        }
    }

    private func keep(_ content: ByteBuffer, as name: String) {
        guard content.readableBytes <= capacity else {
            return
        }
        kept.withLock { kept in
            if let old = kept.files.updateValue((content, kept.uses), forKey: name) {
                kept.size -= old.content.readableBytes
            }
            kept.size += content.readableBytes
            while kept.size > capacity, let oldest = kept.files.min(by: { $0.value.lastUse < $1.value.lastUse }) {
                kept.size -= oldest.value.content.readableBytes
                kept.files[oldest.key] = nil
            }
        }
    }
}
