import ExposureTesting
import Foundation
package import Persistence
package import SQLEngine
import SQLiteEngine
import Synchronization

/// A database of SQLite for one test. Its file is deleted with this object, or at the end of the process.
///
/// The file is a copy of one that was migrated before, and commits are not synced: a test sees neither.
package final class TemporaryDatabase: SQLDatabase {
    private let folder: URL
    private let base: SQLiteDatabase
    private let fault: SQLFault?
    private let writes = Mutex((made: 0, allowed: Int.max))

    /// - Parameter fault: a mistake of this database or in the statements of everything that uses it.
    package init(_ schema: SQLSchema, fault: SQLFault? = nil) async throws {
        folder = Self.parent.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "db")
        try await Self.templates.file(of: schema).write(to: file)
        base = try SQLiteDatabase(path: file.path, schema: schema)
        self.fault = fault
        _ = try await base.writerPragma("synchronous = OFF")
    }

    deinit {
        try? base.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// The number of calls of ``write(patience:isolation:_:)`` so far.
    package var writeCount: Int { writes.withLock(\.made) }

    /// Lets so many further calls of ``write(patience:isolation:_:)`` succeed, and no more.
    package func refuseWrites(after count: Int) {
        writes.withLock { $0.allowed = $0.made + count }
    }

    /// Whether a commit of `work` wrote something, and so waited for the disk.
    package func writes(_ work: () async throws -> Void) async throws -> Bool {
        let log = folder.appending(path: "db-wal")
        let before = try Data(contentsOf: log).count
        try await work()
        return try Data(contentsOf: log).count > before
    }

    /// The folder of this process. What still holds a database at its end does not keep the files.
    private static let parent: URL = {
        atexit { try? FileManager.default.removeItem(at: TemporaryDatabase.parent) }
        return FileManager.default.temporaryDirectory.appending(path: "avviso-test-\(UUID().uuidString)")
    }()

    private static let templates = Templates()

    /// The bytes of new databases, by the names of their migrations: schemas may end with the same one.
    private actor Templates {
        private var files: [[String]: Data] = [:]

        func file(of schema: SQLSchema) async throws -> Data {
            let names = schema.migrations.map(\.name)
            if let file = files[names] {
                return file
            }
            let file = try await TemporaryFolder.with { folder in
                let path = folder.appending(path: "db")
                try SQLiteDatabase(path: path.path, schema: schema).close()
                try DatabaseFile.emptyLog(of: path.path)
                return try Data(contentsOf: path)
            }
            files[names] = file
            return file
        }
    }

    package func read<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await base.read(spoiled(body))
    }

    package func readAtOnce<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await base.readAtOnce(spoiled(body))
    }

    package func write<Value: Sendable>(
        patience: WritePatience,
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        let isRefused = writes.withLock { writes in
            writes.made += 1
            return writes.made > writes.allowed
        }
        guard !isRefused else {
            throw .unavailable(reason: "as the test says")
        }
        return try await base.write(patience: patience, isolation: isolation, spoiled(body))
    }

    package func writeAlone<Value: Sendable>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        try await base.writeAlone(spoiled(body))
    }

    package func rehearse<Value: Sendable>(
        isolation: WriteIsolation,
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) async throws(StoreError) -> Value {
        if fault?.broken == .undoesRehearsals {
            return try await base.write(patience: .usual, isolation: isolation, body)
        }
        return try await base.rehearse(isolation: isolation, spoiled(body))
    }

    package func eraseTraces() async throws(StoreError) -> Bool {
        try await base.eraseTraces()
    }

    package func takeLease(_ name: String) async throws(StoreError) -> (any Lease)? {
        try await base.takeLease(fault?.broken == .lendsLeasesOnce ? UUID().uuidString : name)
    }

    package func close() throws(StoreError) {
        try base.close()
    }

    private func spoiled<Value>(
        _ body: @escaping @Sendable (SQLSession) throws -> Value
    ) -> @Sendable (SQLSession) throws -> Value {
        guard let fault else {
            return body
        }
        return { db in try body(fault.spoil(db)) }
    }
}
