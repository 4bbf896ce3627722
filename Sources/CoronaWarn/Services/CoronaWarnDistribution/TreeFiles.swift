import CoronaWarnAPI
import MessageSignatures
import NIOCore
import Persistence
import ServiceKit

/// The files of the tree as they are served. All phones ask for the same few, so those stay in memory until they are
/// written again, or need room.
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
    private let kept = RecentFiles<ObjectName, File>()

    init(_ storage: any ObjectStore) {
        self.storage = storage
    }

    /// - Parameter statement: the name of its statement; nil for a file that has none.
    func file(_ name: ObjectName, statement: ObjectName?) async throws -> File? {
        // Reading megabytes from a disk would delay other connections of the event loop too long.
        let file = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await current(name, statement)
        }
        if let file {
            kept.keep(file, as: name, size: file.content.readableBytes)
        } else {
            kept.forget(name)
        }
        return file
    }

    private func current(_ name: ObjectName, _ statement: ObjectName?) async throws -> File? {
        // Revisions before bytes: a file that is written meanwhile is read again at the next request.
        guard let revisions = try await revisions(name, statement) else {
            return nil
        }
        if let file = kept[name], file.revisions == revisions {
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
}
