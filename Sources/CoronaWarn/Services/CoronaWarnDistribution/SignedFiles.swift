import CoronaWarnAPI
import ExposurePrimitives
import MessageSignatures
import ObjectStorage

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

    /// Writes all of `files` if one of them is new or its statement is old. Otherwise nothing is written.
    ///
    /// The statements of one writing have one sequence number, which no earlier statement has.
    ///
    /// - Returns: the number of files that changed, without statements.
    func write(_ files: [File], now: UnixTime) async throws -> Int {
        var (changed, isOld, sequence): (Int, Bool, Int64) = (0, false, now.seconds)
        for file in files {
            let content = try await storage.get(name(of: file.path.path))
            changed += content == file.content ? 0 : 1
            let statement = try await statement(beside: file.path)
            isOld = isOld || !isCurrent(statement, for: file, now: now)
            sequence = max(sequence, (statement?.statement.sequence ?? 0) + 1)
        }
        guard changed > 0 || isOld else {
            return 0
        }
        for file in files {
            try await write(file, sequence: sequence, now: now)
        }
        return changed
    }

    private func write(_ file: File, sequence: Int64, now: UnixTime) async throws {
        try await storage.put(file.content, as: name(of: file.path.path))
        guard let signer else {
            return
        }
        let statement = TreeStatement(
            path: file.path,
            created: now,
            sequence: sequence,
            digest: ContentDigest(of: file.content).bytes,
            emptyHours: file.emptyHours
        )
        try await storage.put(try await signer.file(statement), as: name(of: file.path.statementPath))
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
