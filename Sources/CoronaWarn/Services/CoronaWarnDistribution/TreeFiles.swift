import CoronaWarnAPI
import ExposurePrimitives
import MessageSignatures
import NIOCore
import ObjectStorage
import Synchronization

/// The files of the tree as they are served. Each is read at most once a second: all phones ask for the same few.
final class TreeFiles: Sendable {
    /// A file with what answers say about it.
    struct File: Sendable {
        let content: ByteBuffer
        let digest: ContentDigest
        /// The sequence of its statement; nil without one.
        let sequence: Int64?
        fileprivate let moment: UnixTime
    }

    private let storage: any ObjectStore
    private let clock: any WallClock
    private let capacity: Int
    private let kept = Mutex<[ObjectName: File]>([:])

    /// - Parameter capacity: the maximum number of bytes in memory.
    init(_ storage: any ObjectStore, clock: any WallClock, capacity: Int = 64 << 20) {
        self.storage = storage
        self.clock = clock
        self.capacity = capacity
    }

    /// - Parameter statement: the name of its statement; nil for a file that has none.
    func file(_ name: ObjectName, statement: ObjectName?) async throws -> File? {
        let now = clock.now()
        if let file = kept.withLock({ $0[name] }), file.moment == now {
            return file
        }
        // Reading megabytes from a disk would delay other connections of the event loop too long.
        let file = try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await read(name, statement, now)
        }
        keep(file, as: name)
        return file
    }

    private func read(_ name: ObjectName, _ statement: ObjectName?, _ now: UnixTime) async throws -> File? {
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
        return File(content: ByteBuffer(bytes: bytes), digest: digest, sequence: sequence, moment: now)
    }

    /// Files of an earlier second make room for those of this one.
    private func keep(_ file: File?, as name: ObjectName) {
        kept.withLock { kept in
            kept[name] = file
            guard let file, kept.values.reduce(0, { $0 + $1.content.readableBytes }) > capacity else {
                return
            }
            kept = kept.filter { $0.value.moment == file.moment && $0.key != name }
        }
    }
}
