import FileObjectStorage
import Foundation
import SQLiteStores
import Synchronization

/// What a data folder holds, opened at its first use: a process that only serves settings never makes a database of
/// keys.
final class DataFolder: Sendable {
    private struct Opened {
        var analytics: SQLiteDatabase?
        var exposures: SQLiteDatabase?
        var operators: SQLiteDatabase?
        var settings: SQLiteDatabase?
    }

    private let url: URL
    private let mayMake: Bool
    private let patience: Duration
    private let opened = Mutex(Opened())

    /// - Parameters:
    ///   - mayMake: whether a missing database is made; otherwise it is `AssemblyError.noDatabase`.
    ///   - patience: how long a request's write may wait for its turn.
    init(url: URL, mayMake: Bool, patience: Duration) {
        self.url = url
        self.mayMake = mayMake
        self.patience = patience
    }

    /// The database of rights, keys and chunks.
    var exposures: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.exposures ?? open("exposures.sqlite", schema: .exposure, patience: patience)
                opened.exposures = database
                return database
            }
        }
    }

    /// The database of the apps' settings.
    var settings: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.settings ?? open("settings.sqlite", schema: .settings, patience: nil)
                opened.settings = database
                return database
            }
        }
    }

    /// The database of the apps' settings where there is one; none is made.
    var settingsIfThere: SQLiteDatabase? {
        get throws {
            FileManager.default.fileExists(atPath: url.appending(path: "settings.sqlite").path) ? try settings : nil
        }
    }

    /// The database of the Analytics Service.
    var analytics: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.analytics ?? open(Self.analyticsFile, schema: .analytics, patience: patience)
                opened.analytics = database
                return database
            }
        }
    }

    /// Whether there is a database of the Analytics Service, which may run elsewhere.
    var hasAnalytics: Bool { FileManager.default.fileExists(atPath: url.appending(path: Self.analyticsFile).path) }

    private static let analyticsFile = "analytics.sqlite"

    /// The database of the operators' accounts.
    var operators: SQLiteDatabase {
        get throws {
            try opened.withLock { opened in
                let database = try opened.operators ?? open("portal.sqlite", schema: .operators, patience: patience)
                opened.operators = database
                return database
            }
        }
    }

    private func open(_ name: String, schema: SQLiteSchema, patience: Duration?) throws -> SQLiteDatabase {
        let path = url.appending(path: name).path
        guard mayMake || FileManager.default.fileExists(atPath: path) else {
            throw AssemblyError.noDatabase(url.path)
        }
        return try SQLiteDatabase(path: path, schema: schema, patience: patience)
    }

    /// The chunks' files.
    var files: FileObjectStorage {
        get throws { try FileObjectStorage(folder: url.appending(path: "chunks")) }
    }

    /// Closes the databases; work under way ends first.
    func close() throws {
        let databases = opened.withLock { opened in
            defer { opened = Opened() }
            return [opened.exposures, opened.settings, opened.analytics, opened.operators].compactMap(\.self)
        }
        for database in databases {
            try database.close()
        }
    }
}
