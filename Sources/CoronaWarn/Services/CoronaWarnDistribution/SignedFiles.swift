import CoronaWarnAPI
import ExposurePrimitives
import MessageSignatures
import Persistence

/// Files of the tree that change, each with its statement beside it.
struct SignedFiles: Sendable {
    private let storage: any ObjectStore
    /// Nil where nothing is signed: then no file has a statement.
    private let signer: StatementSigner?

    init(in storage: any ObjectStore, signer: StatementSigner?) {
        self.storage = storage
        self.signer = signer
    }

    struct File: Sendable {
        let path: TreePath
        let content: [UInt8]
        var emptyHours: [Int] = []
    }

    /// What ``write(_:after:now:)`` did.
    enum Writing: Equatable, Sendable {
        /// The files and their statements were right.
        case unnecessary
        /// The number of files that changed; statements do not count.
        case done(Int)
        /// Another process is writing. Some files may have been written before it was seen.
        case interrupted
    }

    /// Writes the files that are new. It writes the statements of all of them if a file is new or a statement is old.
    ///
    /// The statements of one writing have one sequence number, which no earlier statement has.
    ///
    /// - Parameter last: the newest sequence number before the caller began. If a statement has a higher one, another
    ///   process is writing, and nothing more is written.
    func write(_ files: [File], after last: Int64, now: UnixTime) async throws -> Writing {
        var (changed, isOld, sequence): (Set<TreePath>, Bool, Int64) = ([], false, now.seconds)
        for file in files {
            if try await storage.get(name(of: file.path.path)) != file.content {
                changed.insert(file.path)
            }
            let statement = try await statement(beside: file.path)
            guard (statement?.statement.sequence ?? 0) <= last else {
                return .interrupted
            }
            isOld = isOld || !isCurrent(statement, for: file, now: now)
            sequence = max(sequence, (statement?.statement.sequence ?? 0) + 1)
        }
        guard !changed.isEmpty || isOld else {
            return .unnecessary
        }
        for file in files {
            guard try await (statement(beside: file.path)?.statement.sequence ?? 0) <= last else {
                return .interrupted
            }
            if changed.contains(file.path) {
                try await storage.put(file.content, as: name(of: file.path.path))
            }
            try await state(file, sequence: sequence, now: now)
        }
        return .done(changed.count)
    }

    private func state(_ file: File, sequence: Int64, now: UnixTime) async throws {
        let name = try name(of: file.path.statementPath)
        guard let signer else {
            // Nobody would renew a statement that an earlier run with a key left.
            return try await storage.delete(name)
        }
        let statement = TreeStatement(
            path: file.path,
            created: now,
            sequence: sequence,
            digest: ContentDigest(of: file.content).bytes,
            emptyHours: file.emptyHours
        )
        try await storage.put(try await signer.file(statement), as: name)
    }

    private func isCurrent(_ signed: SignedTreeStatement?, for file: File, now: UnixTime) -> Bool {
        guard let signer else {
            return signed == nil
        }
        guard let signed else {
            return false
        }
        return signed.keyID == signer.keyID && signed.statement.path == file.path
            && signed.statement.digest == ContentDigest(of: file.content).bytes
            && signed.statement.emptyHours == file.emptyHours.sorted()
            && (0..<Self.statementLife).contains(now.seconds(since: signed.statement.created))
    }

    /// The newest number of the files that are written together; the maximum number if none has a statement.
    ///
    /// Each file counts. Two processes that begin at once leave files with the numbers of both, and the next one must
    /// not take the higher number for that of a process that writes now.
    func newest(of paths: some Sequence<TreePath>) async throws -> Int64 {
        var numbers: [Int64] = []
        for path in paths {
            if let statement = try await statement(beside: path) {
                numbers.append(statement.statement.sequence)
            }
        }
        return numbers.max() ?? .max
    }

    private func statement(beside path: TreePath) async throws -> SignedTreeStatement? {
        try await storage.get(name(of: path.statementPath)).flatMap { try? SignedTreeStatement(parsing: $0) }
    }

    private func name(of path: String) throws(ObjectStorageError) -> ObjectName {
        guard let name = ObjectName(String(path.dropFirst())) else {
            throw ObjectStorageError(reason: "name the file at \(path)")
        }
        return name
    }

    /// Seconds after which a statement is replaced. Phones then see that an index without changes is current.
    static let statementLife: Int64 = 3600
}
