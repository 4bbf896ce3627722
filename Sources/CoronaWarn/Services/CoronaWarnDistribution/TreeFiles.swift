import CoronaWarnAPI
import MessageSignatures
import NIOCore
import Persistence
import Synchronization

/// The files of the tree as they are served. All phones ask for the same few, so files stay in memory until they are
/// written again.
final class TreeFiles: Sendable {
    /// A file with what answers say about it.
    struct File: Sendable {
        let content: ByteBuffer
        let digest: ContentDigest
        /// The sequence of its statement; nil without one.
        let sequence: Int64?
        fileprivate let revisions: Revisions
    }

    fileprivate struct Revisions: Hashable {
        let file: ObjectRevision
        let statement: ObjectRevision?
    }

    private let storage: any ObjectStore
    private let capacity: Int
    private let kept = Mutex<[ObjectName: File]>([:])

    /// - Parameter capacity: the maximum number of bytes in memory.
    init(_ storage: any ObjectStore, capacity: Int = 64 << 20) {
        self.storage = storage
        self.capacity = capacity
    }

    /// - Parameter statement: the name of its statement; nil for a file that has none.
    func file(_ name: ObjectName, statement: ObjectName?) async throws -> File? {
        // Reading megabytes from a disk would delay other connections of the event loop too long.
        let file = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await current(name, statement)
        }
        keep(file, as: name)
        return file
    }

    private func current(_ name: ObjectName, _ statement: ObjectName?) async throws -> File? {
        // Revisions before bytes: a file that is written meanwhile is read again at the next request.
        guard let revisions = try await revisions(name, statement) else {
            return nil
        }
        if let file = kept.withLock({ $0[name] }), file.revisions == revisions {
            return file
        }
        return try await read(name, statement, revisions)
    }

    private func revisions(_ name: ObjectName, _ statement: ObjectName?) async throws -> Revisions? {
        guard let file = try await storage.revision(of: name) else {
            return nil
        }
        guard let statement else {
            return Revisions(file: file, statement: nil)
        }
        return Revisions(file: file, statement: try await storage.revision(of: statement))
    }

    private func read(_ name: ObjectName, _ statement: ObjectName?, _ revisions: Revisions) async throws -> File? {
        guard let bytes = try await storage.get(name) else {
            return nil
        }
        let digest = ContentDigest(of: bytes)
        var sequence: Int64?
        if let statement, let beside = try await storage.get(statement),
            let signed = try? SignedTreeStatement(parsing: beside), signed.statement.digest == digest.bytes
        {
            sequence = signed.statement.sequence
        }
        return File(content: ByteBuffer(bytes: bytes), digest: digest, sequence: sequence, revisions: revisions)
    }

    /// Beyond the capacity, the others make room for this file.
    private func keep(_ file: File?, as name: ObjectName) {
        kept.withLock { kept in
            kept[name] = file
            guard let file, kept.values.reduce(0, { $0 + $1.content.readableBytes }) > capacity else {
                return
            }
            kept = file.content.readableBytes > capacity ? [:] : [name: file]
        }
    }
}
