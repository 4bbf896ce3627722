package import ClockPorts
package import DiagnosisKeyStores
import DurableFiles
import Foundation
import KeyFiles
package import OperatorStores
package import Persistence
package import SettingsStores
package import SQLiteEngine
import SQLiteStores
import Synchronization

/// Stores in SQLite files of a data folder.
package final class SQLiteStoreFactory: StoreFactory {
    private let folder: URL
    private let contents: [SQLiteContent]
    private let mayMake: Bool
    private let patience: Duration
    package let steps: any StepObserver
    private let opened = Mutex<[DatabaseName: SQLiteDatabase]>([:])

    /// - Parameters:
    ///   - contents: the databases that the process's systems use.
    ///   - mayMake: whether a missing database is made; otherwise it is `AssemblyError.noDatabase`.
    ///   - patience: how long a request's write may wait for its turn.
    init(folder: URL, contents: [SQLiteContent], mayMake: Bool, patience: Duration, steps: any StepObserver) {
        self.folder = folder
        self.contents = contents
        self.mayMake = mayMake
        self.patience = patience
        self.steps = steps
    }

    package func exposures() throws -> ExposureStores {
        try database(.exposures).exposureStores(steps: steps)
    }

    package func settings() throws -> any SettingsHistoryStore {
        SQLiteSettings(try database(.settings))
    }

    package func operators() throws -> any OperatorStore {
        SQLiteOperators(try database(.operators))
    }

    /// The database, opened at its first use.
    package func database(_ name: DatabaseName) throws -> SQLiteDatabase {
        guard let content = contents.first(where: { $0.name == name.text }) else {
            preconditionFailure("\(name.text) is not a database of the systems in this build")
        }
        return try opened.withLock { opened in
            let database = try opened[name] ?? open(content)
            opened[name] = database
            return database
        }
    }

    private func open(_ content: SQLiteContent) throws -> SQLiteDatabase {
        guard mayMake || isThere(content) else {
            throw AssemblyError.noDatabase(folder.path)
        }
        return try SQLiteDatabase(
            path: path(of: content),
            schema: content.schema,
            patience: content.hasRequests ? patience : nil
        )
    }

    package func has(_ database: DatabaseName) -> Bool {
        contents.contains { $0.name == database.text && isThere($0) }
    }

    private func isThere(_ content: SQLiteContent) -> Bool {
        FileManager.default.fileExists(atPath: path(of: content))
    }

    private func path(of content: SQLiteContent) -> String {
        folder.appending(path: content.file).path
    }

    package func close() throws {
        let databases = opened.withLock { opened in
            defer { opened = [:] }
            return contents.compactMap { opened[DatabaseName($0.name)] }
        }
        var failure: (any Error)?
        for database in databases {
            do {
                try database.close()
            } catch {
                failure = failure ?? error
            }
        }
        if let failure {
            throw failure
        }
    }
}

// MARK: - The clock

extension SQLiteStoreFactory {
    package func guardedDatabases() -> [DatabaseName] {
        contents.filter { $0.isGuarded && isThere($0) }.map { DatabaseName($0.name) }
    }

    package func timeTrust(of database: DatabaseName) throws -> any TimeTrustStore {
        guard let content = contents.first(where: { $0.name == database.text }) else {
            preconditionFailure("\(database.text) is not a database of the systems in this build")
        }
        return SQLiteTimeTrust(try self.database(database), of: content)
    }

    package func clockRepairs() throws -> [(database: DatabaseName, repair: any ClockRepairing)] {
        try contents.filter(isThere).map { content in
            let name = DatabaseName(content.name)
            return (name, SQLiteClockRepair(try database(name), steps: content.repairs))
        }
    }
}

// MARK: - The files

extension SQLiteStoreFactory {
    package func migrate() throws -> [String] {
        // Conversion comes before any of them is opened.
        let inUse = try contents.filter {
            try isThere($0) && SQLiteDatabase.convert(path(of: $0), schema: $0.schema) == .inUse
        }
        for content in contents {
            _ = try database(DatabaseName(content.name))
        }
        return inUse.map(\.file)
    }

    /// Checks whether the files in `folder` can be used; makes and changes nothing.
    static func check(_ folder: URL, contents: [SQLiteContent]) throws {
        for content in contents {
            let path = folder.appending(path: content.file).path
            if FileManager.default.fileExists(atPath: path) {
                try SQLiteDatabase.check(path: path, schema: content.schema)
            }
        }
        let key = folder.appending(path: Realm.rightKeyFile)
        if FileManager.default.fileExists(atPath: key.path) {
            _ = try RightKeyFile.load(from: key)
        }
        let existing = nearestFolder(to: folder).path
        guard SigningKeyFolder.isFolder(existing), FileManager.default.isWritableFile(atPath: existing) else {
            throw FileError.cannotWrite(folder.path)
        }
    }

    /// The folder itself, or the nearest existing one above it.
    private static func nearestFolder(to url: URL) -> URL {
        FileManager.default.fileExists(atPath: url.path) || url.pathComponents.count < 2
            ? url : nearestFolder(to: url.deletingLastPathComponent())
    }
}
